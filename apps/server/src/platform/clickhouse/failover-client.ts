// One client for several nodes with the same data. Requests go to the first reachable node in the order of the URLs, so
// that reads see what was written before. The next node is tried if the request can be sent there safely:
//
// - For any request, if its connection was not made, because then nothing was sent.
// - For queries, which change nothing, and for inserts with a deduplication token, if the connection broke or something
//   other than ClickHouse answered. If the same rows are inserted twice under one token, a cluster ignores the second
//   insert, even if it comes through another node.
//
// A node that failed is tried last for ten seconds. After that, one request pings the node first, while other requests
// still use the next node.
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client'
import type { Log } from '../process/log.ts'

const lostConnection = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** Returns whether a request failed because no connection was made or because the connection was lost. */
export function isUnreachable(error: unknown): boolean {
  if (isUnsent(error)) return true
  if (!(error instanceof Error)) return false
  return ('code' in error && typeof error.code === 'string' && lostConnection.has(error.code)) || isUnreachable(error.cause)
}

export type ClickHouse = Pick<ClickHouseClient, 'query' | 'insert' | 'command' | 'exec' | 'ping' | 'close'>

const pingMs = 3_000
/**
 * If a request fails after this time, for example at its timeout, it is not sent again, because its caller has waited
 * long enough.
 */
const lastRetryMs = 20_000

interface Node {
  /** The URL without user and password. */
  address: string
  client: ClickHouse
}

interface FailoverOptions {
  avoidedMs?: number
  log?: Pick<Log, 'info' | 'warn'> | undefined
}

/** Creates a client of these nodes. If a request can't reach any node, it throws an error that names every node. */
export function createFailoverClient(nodes: readonly Node[], { log, avoidedMs = 10_000 }: FailoverOptions = {}): ClickHouse {
  /** The failed nodes. Until the time in the map, a failed node is tried last. */
  const avoidedUntil = new Map<Node, number>()

  function listReachableFirst(): Node[] {
    const now = performance.now()
    const isAvoided = (node: Node) => (avoidedUntil.get(node) ?? 0) > now
    return [...nodes.filter((node) => !isAvoided(node)), ...nodes.filter(isAvoided)]
  }

  async function run<Result>(request: Request, send: (client: ClickHouse) => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    const failures: Failure[] = []
    for (const node of listReachableFirst()) {
      try {
        if (avoidedUntil.has(node)) {
          avoidedUntil.set(node, performance.now() + avoidedMs)
          await assertPong(node.client)
        }
        const result = await send(node.client)
        if (avoidedUntil.delete(node)) log?.info({ node: node.address }, 'A ClickHouse node can be reached again')
        return result
      } catch (error) {
        if (error instanceof ClickHouseError) avoidedUntil.delete(node)
        if (error instanceof ClickHouseError || request.signal?.aborted) throw error
        if (!avoidedUntil.has(node))
          log?.warn({ err: error, node: node.address }, 'A ClickHouse node can not be reached; another one is used')
        avoidedUntil.set(node, performance.now() + avoidedMs)
        failures.push({ node, error })
        const mayRepeat = isUnsent(error) || (request.isRepeatable && performance.now() - startedAt < lastRetryMs)
        if (!mayRepeat) break
      }
    }
    throw toError(failures)
  }

  return {
    query: (params) => run({ isRepeatable: true, signal: params.abort_signal }, (client) => client.query(params)),
    insert: (params) => run({ isRepeatable: isDeduplicated(params), signal: params.abort_signal }, (client) => client.insert(params)),
    command: (params) => run({ isRepeatable: false, signal: params.abort_signal }, (client) => client.command(params)),
    exec: (params) => run({ isRepeatable: false, signal: params.abort_signal }, (client) => client.exec(params)),
    ping: (params) =>
      run({ isRepeatable: true, signal: params?.abort_signal }, async (client) => {
        const pong = await client.ping(params)
        if (!pong.success) throw pong.error
        return pong
      }).catch((error: Error) => ({ success: false, error })),
    close: async () => void (await Promise.all(nodes.map(({ client }) => client.close()))),
  }
}

interface Request {
  isRepeatable: boolean
  signal: AbortSignal | undefined
}

interface Failure {
  node: Node
  error: unknown
}

/**
 * Throws if the node does not answer a ping. Without this ping, a request to a node that accepts connections but never
 * answers would wait until its timeout.
 */
async function assertPong(client: ClickHouse): Promise<void> {
  const pong = await client.ping({ select: false, abort_signal: AbortSignal.timeout(pingMs) })
  if (!pong.success) throw isUnsent(pong.error) ? pong.error : new NoPongError()
}

class NoPongError extends Error {
  override readonly message = 'no answer to a ping'
}

/**
 * Returns whether the insert has a deduplication token and can be sent twice. Rows of a stream can be sent only once.
 */
function isDeduplicated({ values, clickhouse_settings }: Parameters<ClickHouse['insert']>[0]): boolean {
  return Array.isArray(values) && clickhouse_settings?.insert_deduplication_token !== undefined
}

/**
 * Returns whether the request was not sent, because the node did not answer the ping before the request, the host name
 * was not found, or no address of the host could be connected to.
 */
function isUnsent(error: unknown): boolean {
  if (error instanceof NoPongError) return true
  if (error instanceof AggregateError) return error.errors.every(isUnsent)
  const syscall = error instanceof Error && 'syscall' in error ? error.syscall : undefined
  return syscall === 'connect' || syscall === 'getaddrinfo'
}

function toError(failures: readonly Failure[]): Error {
  const reasons = failures.map(({ node, error }) => `${node.address}: ${toReason(error)}`)
  return new Error(`ClickHouse can't be reached (${reasons.join('; ')})`, { cause: failures.at(-1)?.error })
}

function toReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(toReason).join(', ')
  // The message may contain a whole HTML page of a proxy, so only the start of its first line is returned.
  return String(error instanceof Error ? error.message : error)
    .split('\n', 1)
    .join()
    .slice(0, 200)
}
