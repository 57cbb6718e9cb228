// Opens a real ClickHouse cluster with ZooKeeper on this machine. By default, it has two shards with two replicas each.
// Its servers run the embedded engine's library (cluster-node.c) with the settings of deploy/clickhouse/cluster.xml.
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
  /** The URL of each node, with an account that has all rights. */
  urls: string[]
  /** In the order of `urls`. All replicas of the first shard come first. */
  nodes: ClusterNode[]
  keeper: ClusterServer
}

/** A server of the cluster. It can be killed and started again with its data. */
export interface ClusterServer extends AsyncDisposable {
  kill(): Promise<void>
  /** Resolves when the server answers. */
  start(): Promise<void>
}

export interface ClusterNode extends ClusterServer {
  /** The settings that the node reads when it starts. */
  settingsFile: string
}

export interface ClusterShape {
  shards: number
  /** The number of replicas in each shard. */
  replicas: number
}

const settingsFile = new URL('../../deploy/clickhouse/cluster.xml', import.meta.url)
/** If a starting program does not respond within this time in milliseconds, the next request is sent. */
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

/** Returns the path of the embedded engine's library. */
export function findLibrary(): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${libraryPackage}/package.json`)), 'libchdb.so')
}

/** Opens a cluster of this shape. Throws if the build of the library is unknown, or if a server ends. */
export async function openCluster({ shards, replicas }: ClusterShape = { shards: 2, replicas: 2 }): Promise<Cluster> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.adopt(await mkdtempDisposable(join(tmpdir(), 'linkshelf-cluster-')), (opened) => opened.remove()).path
  const libraryFile = findLibrary()
  const program = join(folder, 'cluster-node')
  await compileNode(program, libraryFile)
  await writeFile(join(folder, 'users.xml'), users)

  const keeperPort = await findFreePort()
  const keeper = resources.use(await startKeeper(join(folder, 'keeper'), keeperPort))
  const places: NodePlace[] = []
  for (let shard = 1; shard <= shards; shard += 1)
    for (let replica = 1; replica <= replicas; replica += 1)
      places.push({ name: `ch${places.length + 1}`, shard, replica, tcpPort: await findFreePort(), httpPort: await findFreePort() })
  const settings = toClusterSettings(await readFile(settingsFile, 'utf8'), { places, keeperPort })
  const started = await Promise.allSettled(places.map((place) => startNode({ ...place, folder, settings, program, libraryFile })))
  const nodes = started.flatMap((node) => (node.status === 'fulfilled' ? [resources.use(node.value)] : []))
  for (const node of started) if (node.status === 'rejected') throw node.reason

  const urls = places.map(({ httpPort }) => `http://admin:pw@127.0.0.1:${httpPort}/linkshelf`)
  const opened = resources.move()
  return { urls, nodes, keeper, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

interface NodePlace {
  name: string
  shard: number
  replica: number
  tcpPort: number
  httpPort: number
}

/**
 * Returns `settings`, the text of deploy/clickhouse/cluster.xml, with the given nodes. Each shard is a copy of the
 * first shard in the text.
 */
function toClusterSettings(settings: string, { places, keeperPort }: { places: readonly NodePlace[]; keeperPort: number }): string {
  const shard = settings.match(/<shard>\s*<internal_replication>.*?<\/shard>/s)?.[0] ?? ''
  const replica = shard.match(/<replica>.*<\/replica>/)?.[0] ?? ''
  const shards = [...Map.groupBy(places, (place) => place.shard).values()].map((ofShard) =>
    shard.replace(
      /<replica>.*<\/replica>/s,
      ofShard.map(({ tcpPort }) => replica.replace(/<host>.*<\/port>/, `<host>127.0.0.1</host><port>${tcpPort}</port>`)).join('\n'),
    ),
  )
  return settings
    .replace(/<host>keeper\d<\/host><port>\d+/g, `<host>127.0.0.1</host><port>${keeperPort}`)
    .replace(/<shard>\s*<internal_replication>.*<\/shard>/s, shards.join('\n'))
}

async function compileNode(program: string, libraryFile: string): Promise<void> {
  const offsets = getOffsets(await readBuildId(libraryFile))
  const source = join(import.meta.dirname, 'cluster-node.c')
  const macros = Object.entries(offsets).map(([name, offset]) => `-D${name}=${offset}`)
  const compiled = spawnSync('cc', ['-O1', '-rdynamic', '-o', program, source, '-ldl', ...macros], { encoding: 'utf8' })
  if (compiled.status !== 0) throw new Error(`cluster-node.c could not be compiled: ${compiled.error?.message ?? compiled.stderr}`)
}

/** The accounts are in a file, because servers of this library can't create accounts. */
const users = `<clickhouse>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users>
    <admin><password>pw</password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></admin>
    <default><password></password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default>
  </users>
</clickhouse>
`

async function startKeeper(folder: string, port: number): Promise<ClusterServer> {
  await mkdir(folder)
  const settings = { tickTime: 1000, dataDir: folder, clientPort: port, clientPortAddress: '127.0.0.1', maxClientCnxns: 0 }
  const lines = Object.entries({ ...settings, 'admin.enableServer': false }).map(([name, value]) => `${name}=${value}\n`)
  const configFile = join(folder, 'zoo.cfg')
  await writeFile(configFile, lines.join(''))
  // Data of a test does not have to survive a power failure.
  const args = ['-Xmx256m', '-Dzookeeper.forceSync=no', '-cp', keeperLibrary, 'org.apache.zookeeper.server.ZooKeeperServerMain', configFile]
  return startServer('ZooKeeper', `${folder}.log`, { program: 'java', args, isAnswering: () => isServing(port) })
}

/**
 * Returns true if ZooKeeper serves clients. It uses the `srvr` command of ZooKeeper's administrators. Until ZooKeeper
 * serves clients, it closes the connection without a response, or never closes it.
 */
async function isServing(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', timeout: probeMs }).on('timeout', () => socket.destroy())
  try {
    socket.write('srvr')
    const answer = await text(socket)
    if (answer.includes('Mode: ')) return true
  } catch {
    // The server is not listening yet, or did not respond.
  }
  await pause(50)
  return false
}

interface NodeOptions extends NodePlace {
  folder: string
  /** The settings of the whole cluster. */
  settings: string
  program: string
  libraryFile: string
}

/** Returns the settings of a second cluster for tests. It has this node and a node that is never started. */
function createUnreachableCluster(tcpPort: number): string {
  const account = '<user>admin</user><password>pw</password>'
  const shards = [tcpPort, 9].map((port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port>${account}</replica></shard>`)
  return `<unreachable>${shards.join('')}</unreachable>`
}

async function startNode(node: NodeOptions): Promise<ClusterNode> {
  const { name, shard, replica, tcpPort, httpPort, folder, settings, program, libraryFile } = node
  const [nodeFolder, interserverHost] = [join(folder, name), '127.0.0.2']
  await mkdir(join(nodeFolder, 'config.d'), { recursive: true })
  const configFile = join(nodeFolder, 'config.xml')
  const nodeSettingsFile = join(nodeFolder, 'config.d', 'cluster.xml')
  await writeFile(nodeSettingsFile, settings)
  await writeFile(
    configFile,
    `<clickhouse>
      <logger><level>error</level><console_log_level>error</console_log_level><console>1</console></logger>
      <users_config>${join(folder, 'users.xml')}</users_config>
      <tcp_port>${tcpPort}</tcp_port><http_port>${httpPort}</http_port>
      <listen_host>127.0.0.1</listen_host><listen_host>${interserverHost}</listen_host>
      <remote_servers>${createUnreachableCluster(tcpPort)}</remote_servers>
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
  const server = await startServer(`The node ${name}`, `${nodeFolder}.log`, {
    program,
    args,
    environment,
    isAnswering: () => isAnswering(httpPort),
  })
  return { ...server, settingsFile: nodeSettingsFile }
}

interface ServerProgram {
  program: string
  args: readonly string[]
  environment?: Record<string, string>
  isAnswering(): Promise<boolean>
}

/** Resolves when the server responds. If the server crashes later, it is started again. */
async function startServer(
  name: string,
  logFile: string,
  { program, args, environment, isAnswering }: ServerProgram,
): Promise<ClusterServer> {
  let running: ChildProcess
  const server: ClusterServer = {
    async start() {
      running = startProcess(logFile, program, args, environment)
      while (!(await isAnswering())) if (hasEnded(running)) throw new Error(`${name} has ended:\n${await readFile(logFile, 'utf8')}`)
      running.once('exit', restart)
    },
    async kill() {
      running.off('exit', restart)
      await stopProcess(running)
    },
    [Symbol.asyncDispose]: () => server.kill(),
  }
  await server.start()
  return server

  function restart(code: number | null, signal: string | null): void {
    process.stderr.write(`${name} has ended (${signal ?? code}), and is started again.\n`)
    running = startProcess(logFile, program, args, environment).once('exit', restart)
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

/** Starts a process that ends with this process, even if this process is killed. */
function startProcess(logFile: string, program: string, args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const log = openSync(logFile, 'a')
  try {
    return spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], {
      env: { PATH: process.env.PATH, ...environment },
      // The process is in another group, so it does not get the signal of a terminal.
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
