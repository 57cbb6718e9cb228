import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouse } from './clickhouse.ts'
import { findClusterOfTable, toOnClusterClause } from './clickhouse-cluster.ts'
import { queryEachNode } from './query-each-node.ts'

const pollMs = 20
/**
 * Limits how long the caller waits, like the timeout of a request. If the deletion takes longer, the caller tries
 * again.
 */
const maxMs = 60_000

interface DeletedRows {
  /** The table's name without `_stored`. */
  table: string
  condition: string
  params?: Record<string, unknown>
}

/**
 * Deletes rows of a table. Resolves when no read finds them any more. On a cluster, this is when every replica that
 * answers has deleted them. A replica that is down deletes them before it is read again. Throws if a shard has no
 * replica that answers: the rows are deleted there later, and the caller has to try again. Also throws if writes were
 * stopped during the wait.
 */
export async function deleteRows(clickhouse: ClickHouse, { table, condition, params = {} }: DeletedRows): Promise<void> {
  const cluster = await findClusterOfTable(clickhouse, table)
  if (cluster === undefined) {
    await clickhouse.command({ query: `DELETE FROM ${table} WHERE ${condition}`, query_params: params })
    return
  }
  // While a replica is down, ClickHouse would wait for minutes. So the statement does not wait, and has an id in its
  // condition by which the deletion is found in `system.mutations`.
  const deletionId = randomUUID()
  await clickhouse.command({
    query: `DELETE FROM ${table}_stored${toOnClusterClause(cluster)} WHERE (${condition}) AND '${deletionId}' != ''`,
    query_params: params,
    clickhouse_settings: { distributed_ddl_task_timeout: '0', lightweight_deletes_sync: '0' },
  })
  await waitUntilDeleted(clickhouse, cluster, deletionId)
  await assertWritable(clickhouse)
}

/**
 * Throws if the client rejects writes now. If it does, rows may have been copied to another database before they were
 * deleted here. The caller tries again, and deletes them in that database.
 */
async function assertWritable(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.command({ query: 'SELECT 1' })
}

interface DeletionState {
  /** 1 if `system.mutations` of the node contains the deletion, otherwise 0. */
  found: number
  done: number
  failure: string
}

async function waitUntilDeleted(clickhouse: ClickHouse, cluster: string, deletionId: string): Promise<void> {
  // No other deletion has this id, so the query needs no condition on the database or table.
  const query = `SELECT toUInt8(count()) AS found, toUInt8(countIf(is_done)) AS done, any(latest_fail_reason) AS failure
    FROM system.mutations WHERE position(command, {deletionId:String}) > 0`
  const startedAt = performance.now()
  for (;;) {
    const nodes = await queryEachNode<DeletionState>(clickhouse, cluster, { query, params: { deletionId } })
    const unfinished = nodes.filter(({ row }) => row !== undefined && row.done === 0)
    const silent = [...Map.groupBy(nodes, ({ shard }) => shard)].find(([, replicas]) => replicas.every(({ row }) => row === undefined))
    if (silent !== undefined)
      throw new Error(`No replica of shard ${silent[0]} of the ClickHouse cluster answers. Its rows are deleted when a replica is back.`)
    if (unfinished.length === 0) return
    if (performance.now() - startedAt > maxMs) throw toError(unfinished)
    await sleep(pollMs)
  }
}

function toError(unfinished: readonly { address: string; row: DeletionState | undefined }[]): Error {
  const reasons = unfinished.map(({ address, row }) => `${address}: ${row?.failure || (row?.found ? 'still deleting' : 'not begun')}`)
  return new Error(`ClickHouse has not deleted rows within ${maxMs / 1000} seconds (${reasons.join('; ')})`)
}
