import { spawn, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { chooseNode } from './find-node.mjs'

const projectRoot = fileURLToPath(new URL('..', import.meta.url))
const loaderMessage = (library: string) =>
  `node: error while loading shared libraries: ${library}: cannot open shared object file: No such file or directory`

/** Creates a folder in which the packaged Node is a shell script. */
async function aRootWithNode(script: string) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-node-'))
  const node = join(folder.path, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  await mkdir(dirname(node), { recursive: true })
  await writeFile(node, `#!/bin/sh\n${script}\n`)
  await chmod(node, 0o755)
  return { root: folder.path, node, [Symbol.asyncDispose]: () => folder.remove() }
}

/** Copies the launcher into the folder, and creates the folder of built emails, without which it does not start. */
async function copyLauncher(root: string): Promise<void> {
  await mkdir(join(root, 'packages', 'emails', 'dist'), { recursive: true })
  for (const path of ['package.json', 'bin/linkshelf.mjs', 'scripts/find-node.mjs']) await cp(join(projectRoot, path), join(root, path))
}

const old = { path: '/usr/bin/node', version: '20.11.1' }
const recent = { path: '/usr/bin/node', version: '26.0.0' }

it('chooses the packaged Node when it starts', async () => {
  await using installed = await aRootWithNode('exit 0')
  expect(chooseNode(installed.node, recent)).toEqual({ node: installed.node })
})

it.each([
  [
    loaderMessage('libatomic.so.1'),
    'The Node that comes with Linkshelf needs libatomic.so.1: install it as root with `apt-get install libatomic1` (Debian, Ubuntu) or `dnf install libatomic` (Fedora, RHEL), then try again.',
  ],
  [
    loaderMessage('libdl.so.2'),
    `The Node that comes with Linkshelf can't start (${loaderMessage('libdl.so.2')}): install Node 26 or newer from https://nodejs.org, then try again.`,
  ],
])(
  'names in one sentence what to install when the loader prints %j, unless the Node of the machine is new enough',
  async (message, problem) => {
    await using installed = await aRootWithNode(`echo '${message}' >&2; exit 127`)
    expect(chooseNode(installed.node, old)).toEqual({ problem })
    expect(chooseNode(installed.node, recent)).toEqual({ node: recent.path })
  },
)

it('needs a Node with Temporal if no Node is packaged', () => {
  expect(chooseNode('/none', recent)).toEqual({ node: recent.path })
  expect(chooseNode('/none', { path: '/usr/bin/node', version: '25.9.0' }).problem).toMatch(
    /^Linkshelf needs Node 26 or newer, and this is Node 25\.9\.0: run `npm run build` .* then try again\.$/,
  )
})

it('runs the command line on the packaged Node, with its arguments, signals and exit code', async () => {
  await using installed = await aRootWithNode(`
    [ "$1" = --version ] && exit 0
    trap 'echo terminated; exit 7' TERM
    echo "\${1##*/} $2 $3"
    while true; do sleep 0.05; done`)
  await copyLauncher(installed.root)

  const launcher = spawn(process.execPath, [join(installed.root, 'bin', 'linkshelf.mjs'), 'outbox', '3'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  launcher.stdout.once('data', () => launcher.kill('SIGTERM'))

  expect(await text(launcher.stdout)).toBe('main.ts outbox 3\nterminated\n')
  expect(launcher.exitCode ?? (await new Promise((resolve) => launcher.once('exit', resolve)))).toBe(7)
})

it('names the command that builds Linkshelf if it is not built', async () => {
  await using installed = await aRootWithNode('exit 0')
  await copyLauncher(installed.root)
  await rm(join(installed.root, 'packages'), { recursive: true })
  const started = spawnSync(process.execPath, [join(installed.root, 'bin', 'linkshelf.mjs'), 'health'], { encoding: 'utf8' })
  expect(started).toMatchObject({ stderr: expect.stringContaining('Run `npm run build`'), status: 1 })
})

// npm puts node_modules/.bin first on PATH, and `node` in it is the packaged Node.
describe('below npm, while the packaged Node does not start', () => {
  it('runs the command line on npm’s own Node', async () => {
    await using installed = await aRootWithNode(`echo '${loaderMessage('libatomic.so.1')}' >&2; exit 127`)
    await copyLauncher(installed.root)
    await mkdir(join(installed.root, 'apps', 'server', 'src'), { recursive: true })
    await writeFile(join(installed.root, 'apps', 'server', 'src', 'main.ts'), 'console.log(process.argv[2])')
    const env = { PATH: `${dirname(installed.node)}:${process.env.PATH}`, npm_node_execpath: process.execPath }
    const started = spawnSync(join(installed.root, 'bin', 'linkshelf.mjs'), ['outbox'], { env, encoding: 'utf8' })

    expect(started).toMatchObject({ stdout: 'outbox\n', stderr: '', status: 0 })
  })

  it('runs every script on npm’s own Node', async () => {
    const { scripts } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))
    for (const [name, script] of Object.entries(scripts)) expect(script).toBe(`"$npm_node_execpath" scripts/run.mjs ${name}`)
  })
})
