// Finds the Node that runs Linkshelf, and runs commands on it. Uses plain JavaScript and only Node's own modules,
// because it runs before anything is installed, on any Node that the machine has.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The oldest version of Node that runs Linkshelf: the first version with Temporal. In package.json, `engines` names the
 * oldest version that runs npm and this file.
 */
const oldestVersion = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).config.oldestNode

/** Whether this process runs below npm or npx. Both set `npm_command` for their scripts. */
const isBelowNpm = process.env.npm_command !== undefined

/** The packages that contain libraries which slim images lack, for apt-get and for dnf, by library file. */
const librariesByFile = {
  'libatomic.so.1': { apt: 'libatomic1', dnf: 'libatomic' },
  'libstdc++.so.6': { apt: 'libstdc++6', dnf: 'libstdc++' },
}

/** Returns the path of a Node that can run Linkshelf. If this machine has none, ends the process with one sentence. */
export function findNode(root) {
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  const { node, problem } = chooseNode(packaged, { path: process.execPath, version: process.versions.node })
  return node ?? fail(problem)
}

/**
 * Returns the path of the packaged Node. If it is missing or can't start, returns the path of the machine's own Node.
 * If neither works, returns the problem in one sentence.
 */
export function chooseNode(packaged, own) {
  const isInstalled = existsSync(packaged)
  const tried = isInstalled ? spawnSync(packaged, ['--version'], { encoding: 'utf8' }) : undefined
  if (tried?.status === 0) return { node: packaged }
  if (Number.parseInt(own.version, 10) >= oldestVersion) return { node: own.path }
  if (isInstalled)
    return { problem: explainFailure(tried.stderr || tried.error?.message || `it ended with ${tried.signal ?? tried.status}`) }
  return {
    problem: `Linkshelf needs Node ${oldestVersion} or newer, and this is Node ${own.version}: run \`npm run build\` on Linux (x64, arm64), which installs its own, or install Node ${oldestVersion} from https://nodejs.org elsewhere, then try again.`,
  }
}

function explainFailure(output) {
  const file = /error while loading shared libraries: (\S+):/.exec(output)?.[1]
  const library = librariesByFile[file]
  if (library === undefined)
    return `The Node that comes with Linkshelf can't start (${output.trim().split('\n')[0]}): install Node ${oldestVersion} or newer from https://nodejs.org, then try again.`
  return `The Node that comes with Linkshelf needs ${file}: install it as root with \`apt-get install ${library.apt}\` (Debian, Ubuntu) or \`dnf install ${library.dnf}\` (Fedora, RHEL), then try again.`
}

/**
 * Runs a file and resolves with its exit code. Forwards signals to it, except Ctrl-C, which reaches the child directly.
 * npm sends SIGTERM only to the shell between npm and this process, and the shell ends without forwarding it. So if
 * this process runs below npm, it stops the child when the shell is gone.
 */
export function runToEnd(file, args, options) {
  const forward = (signal) => signal !== 'SIGINT' && child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  // Registered before the child runs, so that a signal never ends this process alone.
  for (const signal of signals) process.on(signal, forward)
  // The IPC channel closes when this process ends for any reason, and then the child stops.
  const child = spawn(file, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // If a command of Linkshelf can't start, its parent prints the reason.
  child.on('message', (message) => message?.kind === 'failed' && report(message.message))
  const parent = process.ppid
  const watch = setInterval(() => isBelowNpm && process.ppid !== parent && child.kill('SIGTERM'), 200).unref()
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      for (const each of signals) process.off(each, forward)
      clearInterval(watch)
      resolve(signal === null ? code : 1)
    })
    child.once('error', (error) => fail(error.message))
  })
}

/**
 * Writes to standard error, because programs read the command's standard output, for example the output of `npm run
 * demo -- --json`.
 */
export function report(message) {
  process.stderr.write(`${message}\n`)
}

export function fail(message) {
  report(message)
  process.exit(1)
}
