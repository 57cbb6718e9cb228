// A real ClickHouse cluster on this machine: two shards with two replicas each, and ZooKeeper. Its servers come out of
// the embedded engine's library (cluster-node.c), and have the settings of deploy/clickhouse/cluster.xml.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../../apps/server/src/platform/process/free-port.ts'
import { getOffsets, readBuildId } from './library-offsets.ts'

export const clusterName = 'shelf'

export interface Cluster extends AsyncDisposable {
  /** The address of each node, as an account that may do anything. */
  urls: string[]
}

const settingsFile = new URL('../../deploy/clickhouse/cluster.xml', import.meta.url)
/** A program that is starting is asked again if it did not answer within this time. */
const probeMs = 1_000
const keeperLibrary = '/usr/share/java/zookeeper.jar'
const libraryPackage = `@chdb/lib-${process.platform}-${process.arch}-gnu`

/** Returns a sentence that says which part this machine lacks. */
export function findMissingPart(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'A cluster needs Linux on x64.'
  const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined
  if (!hasProgram('cc')) return 'A cluster needs a C compiler, such as the packages gcc and libc6-dev of Debian.'
  if (!hasProgram('java')) return 'A cluster needs Java, such as the package default-jre-headless of Debian.'
  if (!existsSync(keeperLibrary)) return `A cluster needs ZooKeeper in ${keeperLibrary}: the package libzookeeper-java of Debian.`
  return undefined
}

/** The file of the embedded engine. */
export function findLibrary(): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${libraryPackage}/package.json`)), 'libchdb.so')
}

/** Throws if the library is of an unknown build, or a server ends. */
export async function openCluster(): Promise<Cluster> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.adopt(await mkdtempDisposable(join(tmpdir(), 'linkshelf-cluster-')), (opened) => opened.remove()).path
  const libraryFile = findLibrary()
  const program = join(folder, 'cluster-node')
  await compileNode(program, libraryFile)
  await writeFile(join(folder, 'users.xml'), users)

  const keeperPort = await findFreePort()
  resources.use(await startKeeper(join(folder, 'keeper'), keeperPort))
  const places = ['ch1', 'ch2', 'ch3', 'ch4'].map((name, nth) => ({ name, shard: 1 + (nth >> 1), replica: 1 + (nth & 1) }))
  const addressed = []
  for (const place of places) addressed.push({ ...place, tcpPort: await findFreePort(), httpPort: await findFreePort() })
  const settings = addressed.reduce(
    (replaced, { name, tcpPort }) => replaceAddress(replaced, `${name}</host><port>9000`, tcpPort),
    replaceAddress(await readFile(settingsFile, 'utf8'), /keeper\d<\/host><port>9181/g, keeperPort),
  )
  const nodes = await Promise.allSettled(addressed.map((node) => startNode({ ...node, folder, settings, program, libraryFile })))
  for (const node of nodes) if (node.status === 'fulfilled') resources.use(node.value)
  for (const node of nodes) if (node.status === 'rejected') throw node.reason

  const urls = addressed.map(({ httpPort }) => `http://admin:pw@127.0.0.1:${httpPort}/linkshelf`)
  const opened = resources.move()
  return { urls, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

function replaceAddress(settings: string, address: string | RegExp, port: number): string {
  return settings.replace(address, `127.0.0.1</host><port>${port}`)
}

async function compileNode(program: string, libraryFile: string): Promise<void> {
  const offsets = getOffsets(await readBuildId(libraryFile))
  const source = join(import.meta.dirname, 'cluster-node.c')
  const macros = Object.entries(offsets).map(([name, offset]) => `-D${name}=${offset}`)
  const compiled = spawnSync('cc', ['-O1', '-rdynamic', '-o', program, source, '-ldl', ...macros], { encoding: 'utf8' })
  if (compiled.status !== 0) throw new Error(`cluster-node.c could not be compiled: ${compiled.error?.message ?? compiled.stderr}`)
}

/** Accounts can't be created in servers of this library. */
const users = `<clickhouse>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users>
    <admin><password>pw</password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></admin>
    <default><password></password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default>
  </users>
</clickhouse>
`

async function startKeeper(folder: string, port: number): Promise<AsyncDisposable> {
  await mkdir(folder)
  const settings = { tickTime: 1000, dataDir: folder, clientPort: port, clientPortAddress: '127.0.0.1', maxClientCnxns: 0 }
  const lines = Object.entries({ ...settings, 'admin.enableServer': false }).map(([name, value]) => `${name}=${value}\n`)
  const configFile = join(folder, 'zoo.cfg')
  await writeFile(configFile, lines.join(''))
  // Data of a test need not survive a power cut.
  const args = ['-Xmx256m', '-Dzookeeper.forceSync=no', '-cp', keeperLibrary, 'org.apache.zookeeper.server.ZooKeeperServerMain', configFile]
  const child = startProcess(`${folder}.log`, 'java', args)
  while (!(await isServing(port))) if (hasEnded(child)) throw new Error(`ZooKeeper has ended:\n${await readFile(`${folder}.log`, 'utf8')}`)
  return { [Symbol.asyncDispose]: () => stopProcess(child) }
}

/**
 * Asks as ZooKeeper's administrators do. Until it serves clients, it closes the connection without an answer, or leaves
 * it open for ever.
 */
async function isServing(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', timeout: probeMs }).on('timeout', () => socket.destroy())
  try {
    socket.write('srvr')
    const answer = await text(socket)
    if (answer.includes('Mode: ')) return true
  } catch {
    // Not listening yet, or silent.
  }
  await pause(50)
  return false
}

interface ClusterNode {
  name: string
  shard: number
  replica: number
  tcpPort: number
  httpPort: number
  folder: string
  /** The text of deploy/clickhouse/cluster.xml with the addresses of the nodes. */
  settings: string
  program: string
  libraryFile: string
}

/** A cluster of the node and another that is never started, for tests. */
function unreachableCluster(tcpPort: number): string {
  const account = '<user>admin</user><password>pw</password>'
  const shards = [tcpPort, 9].map((port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port>${account}</replica></shard>`)
  return `<unreachable>${shards.join('')}</unreachable>`
}

/** Resolves when the node answers. Later it is started again if it crashes. */
async function startNode({ name, shard, replica, tcpPort, httpPort, folder, settings, program, libraryFile }: ClusterNode) {
  const [nodeFolder, interserverHost] = [join(folder, name), '127.0.0.2']
  await mkdir(join(nodeFolder, 'config.d'), { recursive: true })
  const configFile = join(nodeFolder, 'config.xml')
  await writeFile(join(nodeFolder, 'config.d', 'cluster.xml'), settings)
  await writeFile(
    configFile,
    `<clickhouse>
      <logger><level>error</level><console_log_level>error</console_log_level><console>1</console></logger>
      <users_config>${join(folder, 'users.xml')}</users_config>
      <tcp_port>${tcpPort}</tcp_port><http_port>${httpPort}</http_port>
      <listen_host>127.0.0.1</listen_host><listen_host>${interserverHost}</listen_host>
      <remote_servers>${unreachableCluster(tcpPort)}</remote_servers>
    </clickhouse>`,
  )
  const forever =
    'SELECT sleepEachRow(1) FROM numbers(1000000) FORMAT Null SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0'
  const query = `SYSTEM START LISTEN TCP; SYSTEM START LISTEN HTTP; ${forever}`
  const args = [libraryFile, '--path', `${nodeFolder}/data/`, '--config-file', configFile, '--query', query]
  const environment = {
    CLICKHOUSE_SHARD: String(shard),
    CLICKHOUSE_REPLICA: String(replica),
    CLICKHOUSE_CLUSTER_SECRET: 'only for tests',
    INTERSERVER_HOST: interserverHost,
    INTERSERVER_PORT: String(httpPort),
  }
  const start = () => startProcess(`${nodeFolder}.log`, program, args, environment)
  let [running, isRestarted] = [start(), false]
  const node = {
    async [Symbol.asyncDispose]() {
      isRestarted = false
      await stopProcess(running)
    },
  }
  while (!(await isAnswering(httpPort)))
    if (hasEnded(running)) throw new Error(`A node of the cluster has ended:\n${await readFile(`${nodeFolder}.log`, 'utf8')}`)
  isRestarted = true
  running.once('exit', restart)
  return node

  function restart(code: number | null, signal: string | null): void {
    if (!isRestarted) return
    process.stderr.write(`The node ${name} has ended (${signal ?? code}), and is started again.\n`)
    running = start().once('exit', restart)
  }
}

async function isAnswering(httpPort: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${httpPort}/ping`, { signal: AbortSignal.timeout(probeMs) })).ok
  } catch {
    await pause(50)
    return false
  }
}

/** The process ends with this one, also when this one is killed. */
function startProcess(logFile: string, program: string, args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const log = openSync(logFile, 'a')
  try {
    return spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], {
      env: { PATH: process.env.PATH, ...environment },
      // Not in the group that gets the signal of a terminal.
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    closeSync(log)
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
