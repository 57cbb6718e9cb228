// Every npm script starts here: this file installs missing packages, builds outdated parts, and runs the rest on the
// lockfile's Node. It uses plain JavaScript and only Node's own modules, because it runs before anything is installed,
// on any Node that the machine has.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, findNode, report, runToEnd } from './find-node.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'node_modules', '.bin')
const server = join(root, 'apps', 'server', 'src', 'main.ts')

/** Folders of a workspace that do not affect its build. */
const notSources = ['dist', 'node_modules', 'scenes', 'test']

const [name = 'start', ...rest] = process.argv.slice(2)

/** For each script, the parts that are built first, and then its commands in order. */
const scripts = {
  start: { builds: ['storefront', 'emails', 'web'], run: [['node', server, 'start', ...rest]] },
  dev: { builds: ['storefront', 'emails'], run: [['node', join(root, 'scripts', 'dev.mjs'), ...rest]] },
  demo: { builds: ['storefront', 'emails', 'web'], run: [['node', join(root, 'apps', 'server', 'src', 'demo', 'demo.ts'), ...rest]] },
  build: { builds: ['storefront', 'emails', 'client', 'web'], run: [] },
  bench: { builds: ['storefront', 'emails'], run: [['node', join(root, 'bench', 'run.ts'), ...rest]] },
  faults: { builds: ['storefront', 'emails', 'web'], run: [['node', join(root, 'faults', 'run.ts'), ...rest]] },
  test: { builds: ['storefront', 'emails', 'client', 'web'], run: [['vitest', 'run', ...rest]] },
  cluster: {
    builds: ['storefront', 'emails', 'client', 'web'],
    run: [['node', join(root, 'harness', 'cluster', 'run-cluster-tests.ts'), ...rest]],
  },
  upgrades: { builds: [], run: [['node', join(root, 'e2e', 'upgrade', 'run-upgrades.ts'), ...rest]] },
  screens: { builds: ['storefront', 'emails', 'web'], run: [['node', join(root, 'apps', 'web', 'scenes', 'take-pictures.ts'), ...rest]] },
  schema: { builds: [], run: [['node', join(root, 'harness', 'schema', 'write-schema.ts')]] },
  image: { builds: [], run: [['node', join(root, 'scripts', 'image.ts'), ...rest]] },
  verify: {
    builds: [],
    run: [
      ['biome', 'ci', '--error-on-warnings', '.'],
      ['tsc', '-p', join(root, 'apps', 'server')],
      ['tsc', '-p', join(root, 'apps', 'web')],
      ['tsc', '-p', join(root, 'apps', 'web', 'scenes')],
      ['tsc', '-p', join(root, 'packages', 'client')],
      ['node', join(root, 'scripts', 'check-imports.ts')],
      ['node', join(root, 'scripts', 'check-documents.ts')],
      ['node', join(root, 'scripts', 'check-comments.ts')],
      ['node', join(root, 'scripts', 'check-words.ts')],
      ['node', join(root, 'scripts', 'check-capabilities.ts')],
      ['node', join(root, 'scripts', 'check-retailers.ts')],
      ['node', join(root, 'scripts', 'check-lockfile.ts')],
      ['knip'],
    ],
  },
}

const script = scripts[name]
if (script === undefined) fail(`There is no script "${name}". There are: ${Object.keys(scripts).join(', ')}.`)

install()
const node = findNode(root)
// First on PATH, so that every tool started from here runs on the same Node.
const env = { ...process.env, PATH: `${dirname(node)}:${bin}:${process.env.PATH}` }
for (const part of script.builds) build(part)
for (const command of script.run) {
  const code = await run(command)
  if (code !== 0) process.exit(code)
}

function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.installed-lockfile')
  const has = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
  if (has === wanted) return
  // If npm's own list of installed packages matches, nothing is installed, even if the stamp is missing. An install
  // would disturb a running process.
  if (!isInstalled()) {
    report('Installing what is missing. This takes a minute the first time.')
    // `npm ci` removes every package first, even if a test or server is using it. So if packages are installed, only
    // the differences are installed.
    const how = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci']
    // No package needs its install script, because native code is in separate packages.
    const installed = spawnSync('npm', [...how, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (installed.status !== 0) fail('The packages could not be installed. Check the network and the messages above, then try again.')
  }
  writeFileSync(stamp, wanted)
}

function isInstalled() {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const [have, want] = [list, join(root, 'package-lock.json')].map((file) => JSON.parse(readFileSync(file, 'utf8')).packages)
  return Object.entries(want).every(([path, entry]) => path === '' || entry.optional || entry.link || have[path]?.version === entry.version)
}

/** Builds a workspace with Vite unless its `dist` is newer than its sources. */
function build(part) {
  const folder = join(root, part === 'web' ? 'apps' : 'packages', part)
  const storefront = part === 'web' ? [join(root, 'packages', 'storefront', 'src')] : []
  const sources = [
    join(root, 'packages', 'contract', 'src'),
    join(root, 'packages', 'retailers', 'src'),
    ...storefront,
    folder,
    join(root, 'package-lock.json'),
  ]
  const stamp = join(folder, 'dist', '.built')
  if (existsSync(stamp) && statSync(stamp).mtimeMs > Math.max(...sources.map(newest))) return
  report(`Building the ${{ web: 'dashboard', storefront: 'store pages', emails: 'emails', client: 'API client' }[part]}.`)
  const built = spawnSync(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  if (built.status !== 0) fail(`${part} could not be built; see the messages above.`)
  writeFileSync(stamp, '')
}

/** Returns the latest modification time below a path. */
function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  const inside = readdirSync(path).filter((entry) => !notSources.includes(entry))
  return Math.max(stats.mtimeMs, ...inside.map((entry) => newest(join(path, entry))))
}

/** Runs one command of a script and resolves with its exit code. */
function run([command, ...args]) {
  return runToEnd(command === 'node' ? node : join(bin, command), args, { cwd: root, env })
}
