import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openClickHouse } from '../apps/server/src/platform/clickhouse/clickhouse.ts'
import { storesOf } from './run-part.ts'
import { untilSettled } from './until-settled.ts'

/** How often each marker is in the instance's embedded ClickHouse. */
export async function storedMarkers(instance: { dataFolder: string }): Promise<Map<string, number>> {
  const store = openClickHouse((await storesOf(instance)).clickhouseUrl)
  try {
    const result = await store.query({
      query: "SELECT utm_campaign AS marker, toUInt32(count()) AS times FROM clicks WHERE marker != '' GROUP BY marker",
      format: 'JSONEachRow',
    })
    return new Map((await result.json<{ marker: string; times: number }>()).map((row) => [row.marker, row.times]))
  } finally {
    await store.close()
  }
}

/**
 * Waits for all acknowledged markers and until no more clicks arrive, and expects each marker to be stored once.
 * Returns the stored markers that were not acknowledged.
 */
export async function expectStored(instance: { dataFolder: string }, acknowledged: readonly string[]): Promise<string[]> {
  const countStored = async () => (await storedMarkers(instance)).size
  while ((await countStored()) < acknowledged.length) await sleep(250)
  await untilSettled(countStored)
  const stored = await storedMarkers(instance)
  expect(acknowledged.filter((marker) => !stored.has(marker))).toEqual([])
  expect([...stored].filter(([, times]) => times > 1)).toEqual([])
  const known = new Set(acknowledged)
  return [...stored.keys()].filter((marker) => !known.has(marker))
}
