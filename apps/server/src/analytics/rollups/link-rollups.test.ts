import { botFilters, type LinkId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aQuery } from '../../../test/builders/analytics-query-builder.ts'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { toStoredTable } from '../../../test/databases/clickhouse-databases.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { runDeletions } from '../../../test/run-click-deletions.ts'
import type { ProjectContext } from '../../access/index.ts'
import { deleteLinkClicks } from '../delete-clicks.ts'
import { getBreakdown } from '../get-breakdown.ts'
import { getLinkDashboard } from '../link-analytics.ts'
import { minLinkClicks } from './link-rollup-table.ts'
import { updateDailyRollups } from './update-daily-rollups.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
const settings = ['package=Pro']

/** Returns the numbers of one link, in UTC and in Asia/Kolkata, whose days begin earlier than UTC days. */
async function getLinkResults(deps: TestDeps, ctx: ProjectContext, linkId: LinkId): Promise<unknown[]> {
  const results: unknown[] = []
  for (const tz of ['UTC', 'Asia/Kolkata'])
    for (const bots of botFilters) {
      const range = aQuery({ tz, bots, from: '2026-03-16', to: '2026-03-19' })
      results.push({
        tz,
        bots,
        dashboard: await getLinkDashboard(deps, ctx, { ...range, linkId }),
        allTime: await getLinkDashboard(deps, ctx, { ...aQuery({ tz, bots, range: 'all' }), linkId }),
        byCountry: await getBreakdown(deps, ctx, { ...range, url_id: linkId, limit: 100, by: 'country' }),
        byDevice: await getBreakdown(deps, ctx, { ...range, url_id: linkId, limit: 100, by: 'device' }),
      })
    }
  return results
}

/** Returns clicks of a UTC day from three countries, by humans and bots. */
function createClicks(day: string, linkId: LinkId, count: number) {
  const start = Date.parse(`${day}T00:00:00Z`)
  return Array.from({ length: count }, (_, nth) => ({
    at: start + nth * Math.floor(86_000_000 / count),
    linkId,
    visitor: nth % 37,
    isBot: nth % 5 === 0,
    country: ['DE', 'FR', ''][nth % 3],
    device: ['phone', 'tablet'][nth % 2],
  }))
}

async function selectRolledUpDays(deps: TestDeps, linkId: LinkId): Promise<string[]> {
  const answer = await deps.clickhouse.query({
    query: "SELECT toString(day) AS day FROM link_rollups WHERE link_id = {link:UUID} AND kind = 'complete' ORDER BY day",
    query_params: { link: linkId },
    format: 'JSONEachRow',
  })
  return (await answer.json<{ day: string }>()).map(({ day }) => day)
}

it('returns the same numbers of a link from its rollup as from clicks, for humans and bots, in any time zone', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings })
  const [{ url_id: linkId }, { url_id: other }] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  await recordClicks(deps, ctx, [
    ...createClicks('2026-03-16', linkId, minLinkClicks),
    ...createClicks('2026-03-17', linkId, minLinkClicks - 1),
    ...createClicks('2026-03-18', linkId, minLinkClicks + 100),
    ...createClicks('2026-03-18', other, 20),
  ])
  const before = await getLinkResults(deps, ctx, linkId)

  expect(await updateDailyRollups(deps, 365)).toBe(3)
  expect([await selectRolledUpDays(deps, linkId), await selectRolledUpDays(deps, other)]).toEqual([['2026-03-16', '2026-03-18'], []])
  expect(await getLinkResults(deps, ctx, linkId)).toEqual(before)

  // A revision without a marker is not read.
  await deps.clickhouse.command({ query: `DELETE FROM ${toStoredTable('link_rollups')} WHERE kind = 'complete' AND day = '2026-03-16'` })
  expect(await getLinkResults(deps, ctx, linkId)).toEqual(before)

  // The rollup alone answers for a day whose single clicks have expired.
  await deps.clickhouse.command({ query: `DELETE FROM ${toStoredTable('clicks')} WHERE day = '2026-03-18'` })
  const ofDay = { ...aQuery({ from: '2026-03-18', to: '2026-03-18' }), linkId }
  expect(await getLinkDashboard(deps, ctx, ofDay)).toEqual({ totalClicks: 880, visitors: 37, countries: 2 })
})

it("reads a link's day click by click while its rollup is outdated, and rolls it up again", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings })
  const { url_id: linkId } = await aLink(deps, ctx)
  await recordClicks(deps, ctx, createClicks('2026-03-18', linkId, minLinkClicks))
  await updateDailyRollups(deps, 365)
  const countries = () =>
    getBreakdown(deps, ctx, { ...aQuery({ from: '2026-03-18', to: '2026-03-18' }), url_id: linkId, by: 'country', limit: 10 })
  await countries()
  await recordClicks(deps, ctx, [{ at: '2026-03-18T10:00:00Z', linkId, visitor: 99, country: 'JP' }], 'late')

  const read = await countries()
  expect(read.find(({ name }) => name === 'JP')).toEqual({ name: 'JP', clicks: 1, visits: 1 })
  expect(await updateDailyRollups(deps, 365)).toBe(1)
  expect(await selectRolledUpDays(deps, linkId)).toEqual(['2026-03-18', '2026-03-18'])
  expect(await countries()).toEqual(read)
})

it("does not roll up a link's day with more than 10,000 names, and deletes rollups together with the clicks", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings })
  const { url_id: linkId } = await aLink(deps, ctx)
  const named = createClicks('2026-03-17', linkId, 11_000).map((click, nth) => ({ ...click, referrer: `${nth}.example` }))
  await recordClicks(deps, ctx, [...named, ...createClicks('2026-03-18', linkId, minLinkClicks)])
  await updateDailyRollups(deps, 365)
  expect(await selectRolledUpDays(deps, linkId)).toEqual(['2026-03-18'])

  await deleteLinkClicks(ctx, linkId)
  const none = { totalClicks: 0, visitors: 0, countries: 0, deletion: 'running' }
  expect(await getLinkDashboard(deps, ctx, { ...aQuery(), linkId })).toEqual(none)
  await runDeletions(deps, ctx)
  expect(await selectRolledUpDays(deps, linkId)).toEqual([])
})
