// Two ClickHouse servers that form a cluster of two shards. Distributed tables and queries over both servers are real.
// The servers run the embedded engine's library, which has no replicas, no ON CLUSTER and no keeper: each shard has
// plain tables, and a statement with ON CLUSTER is sent to both servers without that clause.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire, isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ClickHouse, openClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import { toOnClusterClause } from '../../src/platform/clickhouse/clickhouse-cluster.ts'
import { migrateClickHouse } from '../../src/platform/clickhouse/clickhouse-migrations.ts'
import { findFreePort } from '../../src/platform/process/free-port.ts'

const script = fileURLToPath(new URL('./clickhouse-server-process.ts', import.meta.url))
const migrations = fileURLToPath(new URL('../../clickhouse', import.meta.url))
const library = `@chdb/lib-${process.platform}-${process.arch}-gnu`

/**
 * Whether two servers can be opened. False if Node has no `node:ffi`. Also false on other systems than Linux, because
 * their library differs.
 */
export const canOpenTwoShards = process.platform === 'linux' && isBuiltin('node:ffi')

export interface TwoShards extends AsyncDisposable {
  urls: [string, string]
  /** A client of the first node, which sends statements with ON CLUSTER to both nodes. */
  client: ClickHouse
  nodes: [ClickHouse, ClickHouse]
  killFirst(): void
}

/** The database is not `default`, because a shard looks up a table name without a database in `default`. */
const database = 'linkshelf'

export async function openTwoShards(): Promise<TwoShards> {
  const cluster = 'shelf'
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-shards-'))
  const ports = [await findFreePort(), await findFreePort()]
  const shards = ports.map((port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`).join('')
  const servers = `<remote_servers><${cluster}>${shards}</${cluster}></remote_servers>`
  const start = async (port: number, nth: number) => {
    const configFile = join(folder, `${nth}.xml`)
    const macros = `<macros><shard>${nth}</shard><replica>1</replica></macros>`
    await writeFile(configFile, `<clickhouse><logger><level>none</level></logger>${macros}${servers}</clickhouse>`)
    return startServer({ configFile, folder: join(folder, `${nth}`), port })
  }
  const [first, second] = await Promise.all(ports.map(start))
  if (first === undefined || second === undefined) throw new Error('No server was started')
  const nodes: [ClickHouse, ClickHouse] = [openClickHouse(first.url), openClickHouse(second.url)]
  const client = createBroadcastClient(nodes, cluster)
  await migrateClickHouse(client, migrations, { cluster })
  // Tests insert clicks with fixed dates, which would otherwise expire by the servers' clock.
  const ttl = 'MODIFY TTL toDateTime(at) + INTERVAL 600 MONTH DELETE'
  await client.command({ query: `ALTER TABLE clicks_stored${toOnClusterClause(cluster)} ${ttl}` })
  return {
    urls: [first.url, second.url],
    client,
    nodes,
    killFirst: () => void first.child.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      await Promise.all([...nodes.map((node) => node.close()), first.stop(), second.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface ServerSettings {
  configFile: string
  folder: string
  /** The port that the other node connects to. */
  port: number
}

async function startServer({
  configFile,
  folder,
  port,
}: ServerSettings): Promise<{ url: string; child: ChildProcess; stop(): Promise<void> }> {
  const httpPort = await findFreePort()
  const libraryFile = join(dirname(createRequire(import.meta.url).resolve(`${library}/package.json`)), 'libchdb.so')
  const listen = ['--listen_host', '127.0.0.1', '--http_port', String(httpPort), '--tcp_port', String(port)]
  const forever =
    'SELECT sleepEachRow(1) FROM numbers(1000000) FORMAT Null SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0'
  const query = `SYSTEM START LISTEN HTTP; SYSTEM START LISTEN TCP; ${forever}`
  const child = spawn(
    process.execPath,
    [script, libraryFile, '--config-file', configFile, '--path', folder, ...listen, '--query', query],
    // The child ends when its standard input closes, which happens when this process ends.
    { stdio: ['pipe', 'ignore', 'ignore'] },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://default:@127.0.0.1:${httpPort}/default`
  await createDatabaseWhenReady(url, child)
  return {
    url: url.replace(/default$/, database),
    child,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function createDatabaseWhenReady(url: string, child: ChildProcess): Promise<void> {
  const client = openClickHouse(url)
  while (!(await client.ping()).success) if (child.exitCode !== null) throw new Error('The server ended')
  await client.command({ query: `CREATE DATABASE ${database}` })
  await client.close()
}

function createBroadcastClient(nodes: [ClickHouse, ClickHouse], cluster: string): ClickHouse {
  const [front] = nodes
  const clause = toOnClusterClause(cluster)
  return {
    query: (params) => front.query(params),
    insert: (params) => front.insert(params),
    exec: (params) => front.exec(params),
    ping: (params) => front.ping(params),
    close: () => front.close(),
    async command(params) {
      if (!params.query.includes(clause)) return front.command(params)
      // Replicated tables reject this statement, so this client rejects it too.
      if (/^\s*delete\b[\s\S]*\bselect\b/i.test(params.query)) throw new Error('ALTER DELETE with a subquery may be nondeterministic')
      const query = params.query
        .replaceAll(clause, '')
        .replaceAll(/\bReplicated(\w*MergeTree)(\('[^)]*'\))?/g, '$1')
        .replaceAll(/\breplicated_deduplication_window\b/g, 'non_replicated_deduplication_window')
      const [answer] = await Promise.all(nodes.map((node) => node.command({ ...params, query })))
      return answer ?? Promise.reject(new Error('No node answered'))
    },
  }
}
