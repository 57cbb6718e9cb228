// Finds the Node that runs Linkshelf, and runs commands on it. Plain JavaScript on Node's own modules, since it runs on
// whatever Node the machine has, before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The first version with Temporal. `engines` names the oldest one that runs npm and this file. */
const oldestVersion = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).config.oldestNode

/** npm, npx and their scripts set it. */
const isBelowNpm = process.env.npm_command !== undefined

/** The packages of libraries that a slim image lacks, where apt-get and where dnf installs them. */
const librariesByFile = {
  'libatomic.so.1': { apt: 'libatomic1', dnf: 'libatomic' },
  'libstdc++.so.6': { apt: 'libstdc++6', dnf: 'libstdc++' },
}

/** Ends the process with one sentence when no Node of this machine can run Linkshelf. */
export function findNode(root) {
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  const { node, problem } = chooseNode(packaged, { path: process.execPath, version: process.versions.node })
  return node ?? fail(problem)
}

/**
 * Returns the path of the packaged Node, or that of the machine's own where the packaged one is missing or can't start;
 * or else the problem in one sentence.
 */
export function chooseNode(packaged, own) {
  const isInstalled = existsSync(packaged)
  const tried = isInstalled ? spawnSync(packaged, ['--version'], { encoding: 'utf8' }) : undefined
  if (tried?.status === 0) return { node: packaged }
  if (Number.parseInt(own.version, 10) >= oldestVersion) return { node: own.path }
  if (isInstalled)
    return { problem: explainFailure(tried.stderr || tried.error?.message || `it ended with ${tried.signal ?? tried.status}`) }
  return {
    problem: `Linkshelf needs Node ${oldestVersion} or newer, and this is Node ${own.version}: install the packages with \`npm ci\` on Linux (x64, arm64), or Node ${oldestVersion} from https://nodejs.org elsewhere, then try again.`,
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
 * Runs a file and resolves with its exit code. Signals are forwarded to it; a Ctrl-C reaches it by itself. npm sends a
 * SIGTERM only to the shell between, which ends without forwarding it: so below npm it is stopped when the parent
 * process is gone.
 */
export function runToEnd(file, args, options) {
  const forward = (signal) => signal !== 'SIGINT' && child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  // Before the child runs: a signal must not end this process alone.
  for (const signal of signals) process.on(signal, forward)
  // The IPC channel closes when this process ends, however it ends, and the child stops then.
  const child = spawn(file, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // A command of Linkshelf leaves it to its parent to print why it can't start.
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

/** Standard output belongs to the command: `npm run demo -- --json` is read by programs. */
export function report(message) {
  process.stderr.write(`${message}\n`)
}

export function fail(message) {
  report(message)
  process.exit(1)
}
