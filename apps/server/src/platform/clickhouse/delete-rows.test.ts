import { expect, it } from 'vitest'
import { stubCluster } from '../../../test/databases/stub-cluster.ts'
import { deleteRows } from './delete-rows.ts'

const clicks = { table: 'clicks', condition: 'true' }

/**
 * Returns a client of a cluster with one node. The rows are deleted when the node's state is read for the second time.
 */
function aSlowNode(command: (statement: string) => void): Parameters<typeof deleteRows>[0] {
  let reads = 0
  const row = () => {
    reads += 1
    return { found: 1, done: reads > 1 ? 1 : 0, failure: '' }
  }
  return stubCluster([{ address: 'ch1:9000', shard: 1, row }], command)
}

it('rejects on a cluster if writes are stopped during a deletion, because the rows may have been copied before it', async () => {
  const statements: string[] = []
  const clickhouse = aSlowNode((statement) => {
    statements.push(statement)
    if (statements.length > 1) throw new Error('Clicks are being moved')
  })
  await expect(deleteRows(clickhouse, clicks)).rejects.toThrow('Clicks are being moved')
  expect(statements[0]).toMatch(/^DELETE FROM clicks_stored ON CLUSTER shelf WHERE \(true\) AND /)
  await deleteRows(
    aSlowNode(() => undefined),
    clicks,
  )
})
