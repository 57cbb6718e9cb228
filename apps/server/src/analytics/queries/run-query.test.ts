import { ClickHouseError } from '@clickhouse/client'
import { expect, it } from 'vitest'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { runClickQuery, runQuery } from './run-query.ts'

const tooManyRequests = { code: 'TOO_MANY_REQUESTS', data: { retry_after_seconds: 5 } }

/** Each query waits until its function in `respond` is called. */
function aSlowClickHouse() {
  const respond: (() => void)[] = []
  const query = () => new Promise((resolve) => respond.push(() => resolve({ json: async () => [{ clicks: 1 }] })))
  return { clickhouse: { query } as unknown as ClickHouse, respond }
}

it('runs two queries on clicks at once, queues 64 and rejects the next', async () => {
  const { clickhouse, respond } = aSlowClickHouse()
  const queries = Array.from({ length: 66 }, () => runClickQuery(clickhouse, 'SELECT 1', {}))
  expect(respond).toHaveLength(2)
  await expect(runClickQuery(clickhouse, 'SELECT 1', {})).rejects.toMatchObject(tooManyRequests)
  // A query on rollups does not wait behind them.
  const onRollups = runQuery(clickhouse, 'SELECT 1', {})
  respond.pop()?.()
  expect(await onRollups).toEqual([{ clicks: 1 }])

  let isDone = false
  const all = Promise.all(queries).finally(() => {
    isDone = true
  })
  while (!isDone) {
    for (const answer of respond.splice(0)) answer()
    await new Promise(setImmediate)
  }
  expect(await all).toHaveLength(66)
})

it('throws TOO_MANY_REQUESTS when ClickHouse is overloaded, and passes other errors on', async () => {
  const clickhouseThatThrows = (code: string, type: string) =>
    ({ query: () => Promise.reject(new ClickHouseError({ message: type, code, type })) }) as unknown as ClickHouse
  await expect(runQuery(clickhouseThatThrows('202', 'TOO_MANY_SIMULTANEOUS_QUERIES'), 'SELECT 1', {})).rejects.toMatchObject(
    tooManyRequests,
  )
  await expect(runQuery(clickhouseThatThrows('241', 'MEMORY_LIMIT_EXCEEDED'), 'SELECT 1', {})).rejects.toMatchObject({ code: '241' })
})
