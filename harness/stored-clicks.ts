import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openClickHouse } from '../apps/server/src/platform/clickhouse/clickhouse.ts'
import type { OwnedLink } from './owned-link.ts'
import { readStoreAddresses } from './run-part.ts'
import { untilSettled } from './until-settled.ts'

type ProjectParams = Pick<OwnedLink, 'params'>

/** Returns how often each marker of the project's clicks is in this ClickHouse. */
export async function countMarkers(clickhouseUrl: string, { params }: ProjectParams): Promise<Map<string, number>> {
  const store = openClickHouse(clickhouseUrl)
  try {
    const result = await store.query({
      query: `SELECT utm_campaign AS marker, toUInt32(count()) AS times FROM clicks
              WHERE project_id = {projectId: UUID} AND marker != '' GROUP BY marker`,
      query_params: { projectId: params.projectId },
      format: 'JSONEachRow',
    })
    return new Map((await result.json<{ marker: string; times: number }>()).map((row) => [row.marker, row.times]))
  } finally {
    await store.close()
  }
}

/** Returns how often each marker of the project's clicks is in the instance's embedded ClickHouse. */
export async function readStoredMarkers(instance: { dataFolder: string }, project: ProjectParams): Promise<Map<string, number>> {
  return countMarkers((await readStoreAddresses(instance)).clickhouseUrl, project)
}

/**
 * Waits until all acknowledged markers are stored and no more clicks arrive. Then expects that each marker is stored
 * once. Returns the stored markers that were not acknowledged.
 */
export async function expectStored(
  instance: { dataFolder: string },
  project: ProjectParams,
  acknowledged: readonly string[],
): Promise<string[]> {
  const hasAll = (stored: Map<string, number>) => acknowledged.every((marker) => stored.has(marker))
  while (!hasAll(await readStoredMarkers(instance, project))) await sleep(250)
  await untilSettled(async () => (await readStoredMarkers(instance, project)).size)
  const stored = await readStoredMarkers(instance, project)
  expect([...stored].filter(([, times]) => times > 1)).toEqual([])
  const known = new Set(acknowledged)
  return [...stored.keys()].filter((marker) => !known.has(marker))
}
