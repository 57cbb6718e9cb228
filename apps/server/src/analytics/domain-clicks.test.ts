import type { LinkAliasId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aClicksQuery, aQuery } from '../../test/builders/analytics-query-builder.ts'
import { aLink, aProject, catchErrorCode, findDestination } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { runDeletions } from '../../test/run-click-deletions.ts'
import { listAliases, releaseAlias } from '../links/aliases/link-aliases.ts'
import { updateLink } from '../links/write/update-link.ts'
import { deleteLinkClicks } from './delete-clicks.ts'
import { openExportTable } from './export/export-table.ts'
import { getBreakdown } from './get-breakdown.ts'
import { getDashboard } from './get-overview.ts'
import { getAddressClicks, getLinkClicks } from './link-analytics.ts'
import { minLinkClicks } from './rollups/link-rollup-table.ts'
import { updateDailyRollups } from './rollups/update-daily-rollups.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
const [lamps, lampen] = ['go.lamps.example', 'xn--lmpen-gra.example']

it('counts clicks by domain with its readable name, also on rolled-up days of a project and a link, and counts the clicks of one domain', async () => {
  await using deps = await openTestDeps({ clicks: true, clock, origins: { app: 'http://app.test', public: 'http://localhost:8080' } })
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  const { url_id: linkId } = await aLink(deps, ctx)
  const at = '2026-03-18T10:00:00Z'
  await recordClicks(deps, ctx, [
    { at, linkId, host: lamps, visitor: 1, country: 'DE' },
    { at, linkId, host: lamps, visitor: 2, country: 'FR' },
    { at: '2026-03-20T10:00:00Z', linkId, host: lamps, visitor: 1 },
    { at, linkId, host: lamps, visitor: 5, isBot: true },
    { at, linkId, host: lampen, visitor: 3 },
    ...Array.from({ length: minLinkClicks }, (_, nth) => ({ at, linkId, visitor: 10 + (nth % 5) })),
  ])
  const byDomain = [
    { name: '', title: 'localhost:8080', clicks: minLinkClicks, visits: 5 },
    { name: lamps, title: lamps, clicks: 3, visits: 3 },
    { name: lampen, title: 'lämpen.example', clicks: 1, visits: 1 },
  ]
  const getRows = (conditions = {}) => getBreakdown(deps, ctx, { ...aClicksQuery(conditions), by: 'domain', limit: 10 })

  for (const isRolledUp of [false, true]) {
    expect(await updateDailyRollups(deps, isRolledUp ? 30 : 0)).toBe(Number(isRolledUp))
    expect([await getRows(), await getRows({ url_id: linkId })]).toEqual([byDomain, byDomain])
    expect(await getRows({ domain: lamps })).toEqual(byDomain.slice(1, 2))
    expect(await getRows({ domain: '' })).toEqual(byDomain.slice(0, 1))
  }
  expect(await getDashboard(deps, ctx, aClicksQuery({ domain: lamps }))).toEqual({ totalClicks: 3, visitors: 3, countries: 2 })
  expect((await getDashboard(deps, ctx, aClicksQuery({ domain: '' }))).totalClicks).toBe(minLinkClicks)
  expect(await getBreakdown(deps, ctx, { ...aClicksQuery({ domain: lamps, bots: 'include' }), by: 'country', limit: 10 })).toHaveLength(3)
  const { columns, pages } = openExportTable(deps, ctx, { ...aQuery(), table: 'breakdown', by: 'domain' })
  expect(columns).toEqual(['domain', 'title', 'clicks', 'visitors'])
  expect((await Array.fromAsync(pages)).flat()).toEqual([
    ['', 'localhost:8080', minLinkClicks, 5],
    [lamps, lamps, 3, 3],
    [lampen, 'lämpen.example', 1, 1],
  ])
})

it('shows a text of an archive unchanged if it is not a host', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  await recordClicks(deps, ctx, [{ at: '2026-03-18T10:00:00Z', host: 'no host' }])
  expect(await getBreakdown(deps, ctx, { ...aQuery(), by: 'domain', limit: 10 })).toMatchObject([{ name: 'no host', title: 'no host' }])
})

it('lists a click at the address that was visited, also after the link has moved', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  const { url_id: linkId } = await aLink(deps, ctx, { slug: 'first' })
  const visit = async (...slugs: string[]) => {
    for (const slug of slugs) {
      const found = await findDestination(deps, slug)
      const aliasId = found?.kind === 'link' ? found.link.aliasId : undefined
      await recordClicks(deps, ctx, [{ at: '2026-03-20T10:00:00Z', linkId, ...(aliasId && { aliasId }) }])
    }
  }
  const rename = (slug: string) => updateLink(deps, ctx, { linkId, update: { slug } })
  const count = async () => {
    const { main, aliases } = await getAddressClicks(deps, ctx, { ...aQuery(), linkId })
    const slugById = new Map((await listAliases(deps, ctx, linkId)).map(({ alias_id, slug }) => [alias_id, slug]))
    return [main, Object.fromEntries(aliases.map(({ alias_id, clicks }) => [slugById.get(alias_id) ?? 'released', clicks]))]
  }

  await visit('first', 'first', 'first')
  await rename('second')
  expect(await count()).toEqual([0, { first: 3 }])
  await visit('second', 'second', 'first')
  expect(await count()).toEqual([2, { first: 4 }])
  await rename('third')
  await visit('third', 'second')
  expect(await count()).toEqual([1, { first: 4, second: 3 }])
  await rename('first')
  await visit('first', 'third')
  expect(await count()).toEqual([5, { second: 3, third: 2 }])
  const [second] = await listAliases(deps, ctx, linkId)
  await releaseAlias(ctx, { linkId, aliasId: second?.alias_id as LinkAliasId })
  expect(await count()).toEqual([5, { released: 3, third: 2 }])
})

it('counts human clicks at each address of a link in the range, and their total, until they are deleted', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  const [{ url_id: linkId }, { url_id: other }] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  const [summer, winter] = [deps.ids.next(), deps.ids.next()]
  await recordClicks(deps, ctx, [
    { at: '2026-03-18T10:00:00Z', linkId, aliasId: summer },
    { at: '2026-03-20T10:00:00Z', linkId, aliasId: summer },
    { at: '2026-03-17T23:59:59Z', linkId, aliasId: summer },
    { at: '2026-03-19T10:00:00Z', linkId, aliasId: summer, isBot: true },
    { at: '2026-03-19T10:00:00Z', linkId, aliasId: winter },
    ...['2026-03-18T00:00:00Z', '2026-03-19T10:00:00Z', '2026-03-20T11:59:59Z'].map((at) => ({ at, linkId })),
    { at: '2026-03-19T10:00:00Z', linkId: other, aliasId: deps.ids.next() },
  ])
  const days = { from: '2026-03-18', to: '2026-03-20' }
  const count = (of = ctx) => getAddressClicks(deps, of, { ...aQuery(days), linkId })
  const none = { clicks: 0, main: 0, aliases: [] }

  expect(await count()).toEqual({
    clicks: 6,
    main: 3,
    aliases: [
      { alias_id: summer, clicks: 2 },
      { alias_id: winter, clicks: 1 },
    ],
  })
  const byDay = await getLinkClicks(deps, ctx, { ...aClicksQuery(days), linkId })
  expect(byDay.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(6)
  expect(await catchErrorCode(count(await aProject(deps)))).toBe('LINK_NOT_FOUND')
  await deleteLinkClicks(ctx, linkId)
  expect(await count()).toEqual(none)
  await runDeletions(deps, ctx)
  expect(await count()).toEqual(none)
})
