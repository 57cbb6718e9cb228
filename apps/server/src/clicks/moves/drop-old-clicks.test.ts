import { expect, it } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { clickTables } from '../click-tables.ts'
import { openMoveSession } from './click-move-table.ts'
import type { ClickStore } from './click-store.ts'
import { dropOldClicks } from './drop-old-clicks.ts'

const name = '2026-03-10 10:00:00.000'

/**
 * Returns a function that opens a cluster of two nodes, whose tables are in `nodes`. The cluster executes only DROP.
 */
function createCluster(nodes: [Set<string>, Set<string>], beforeStatement: () => void): () => ClickStore {
  const [first] = nodes
  return () => {
    const cluster = first.has('clicks') ? 'shelf' : undefined
    return {
      name: first.has('schema_migrations') ? name : undefined,
      address: 'http://ch1:8123/old',
      database: '`old`',
      cluster,
      toStoredName: (table) => (cluster === undefined ? table : `${table}_stored`),
      async commandOnAll(beginning) {
        beforeStatement()
        for (const tables of cluster === undefined ? [first] : nodes) tables.delete(beginning.replace('DROP TABLE IF EXISTS ', ''))
      },
      async select<Row>(query: string) {
        if (query.includes("engine = 'MaterializedView'")) return [...first].filter((table) => table.endsWith('_view')).map(toRow<Row>)
        return nodes.flatMap((tables) => [...tables].filter((table) => /_stored$|^schema_migrations$/.test(table))).map(toRow<Row>)
      },
      get client(): never {
        throw new Error('It executes only DROP')
      },
      [Symbol.asyncDispose]: async () => undefined,
    }
  }
}

function toRow<Row>(table: string): Row {
  return { name: table } as Row
}

it('drops every table of every node of a cluster, even if an earlier run was killed before any statement', async () => {
  await using deps = await openTestDeps()
  const { databaseUrl } = deps
  const move = { fromStore: name, toStore: 'other', target: 'http://ch1:8123/new' }
  {
    await using session = await openMoveSession(databaseUrl)
    await session.recordStart(move)
    await session.recordCompletion(move)
  }
  const tables = ['clicks_view', ...clickTables, ...clickTables.map((table) => `${table}_stored`), 'schema_migrations']
  for (let killedAt = 0; killedAt < tables.length; killedAt += 1) {
    const nodes: [Set<string>, Set<string>] = [new Set(tables), new Set(tables)]
    let statements = 0
    const open = createCluster(nodes, () => {
      if (statements === killedAt) throw new Error('killed')
      statements += 1
    })
    await expect(dropOldClicks({ databaseUrl, old: open(), print: () => undefined })).rejects.toThrow('killed')
    statements = tables.length
    await dropOldClicks({ databaseUrl, old: open(), print: () => undefined })
    expect(nodes.map((left) => [...left])).toEqual([[], []])
  }
})

it('drops nothing of a cluster with rows, if the list of its migrations is missing', async () => {
  await using deps = await openTestDeps()
  const nodes: [Set<string>, Set<string>] = [new Set(['clicks', 'clicks_stored']), new Set(['clicks', 'clicks_stored'])]
  const open = createCluster(nodes, () => undefined)
  const drop = dropOldClicks({ databaseUrl: deps.databaseUrl, old: open(), print: () => undefined })
  await expect(drop).rejects.toThrow('have not moved to another ClickHouse')
  expect(nodes.map(({ size }) => size)).toEqual([2, 2])
})
