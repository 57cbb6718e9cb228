import { linkQuery } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anImportedReport, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { createClickIdAt, recordClicks } from '../../../test/record-clicks.ts'
import type { ProjectContext } from '../../access/index.ts'
import { listLinks } from '../../links/index.ts'
import { matchEarnings } from '../matching/match-earnings.ts'
import { updateRates } from '../rates.ts'
import { createLinkEarnings } from './link-earnings.ts'

const header = 'EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,ItemId,Sales,Earnings,Currency'
const now = new Date('2026-09-20T12:00:00Z')
const day = '2026-09-15'

interface Sale {
  /** The id of the click. */
  clickId: string
  earned: string
  currency?: string
}

async function importSales(deps: TestDeps, ctx: ProjectContext, sales: readonly Sale[]): Promise<void> {
  const rows = sales.map(
    ({ clickId, earned, currency = 'USD' }, nth) =>
      `${nth},${day}T11:00:00Z,${day}T12:00:00Z,Approved,5338,${clickId},123456789012,20.00,${earned},${currency}`,
  )
  await anImportedReport(deps, ctx, [header, ...rows].join('\n'), { currency: 'USD' })
  await matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id })
}

/** Creates links with one click each, and returns the ids of the clicks by slug. */
async function addClickedLinks(deps: TestDeps, ctx: ProjectContext, slugs: readonly string[]): Promise<Record<string, string>> {
  const clicks = []
  for (const [nth, slug] of slugs.entries()) {
    const { url_id } = await aLink(deps, ctx, { slug })
    clicks.push({ slug, id: createClickIdAt(`${day}T09:00:00Z`, `${nth}`), at: `${day}T09:00:00Z`, linkId: url_id })
  }
  await recordClicks(deps, ctx, clicks)
  return Object.fromEntries(clicks.map(({ slug, id }) => [slug, id]))
}

/** Returns the slugs of all pages in the order by earnings. */
async function listSlugs(deps: TestDeps, ctx: ProjectContext, query: object = {}, cursor?: string): Promise<string[]> {
  const earnings = createLinkEarnings(deps)
  const page = await listLinks({ ...deps, earnings }, ctx, linkQuery.parse({ sort: 'earned', limit: '2', ...query, cursor }))
  const slugs = page.links.map(({ url }) => url.split('/').at(-1) ?? '')
  return page.nextCursor === undefined ? slugs : [...slugs, ...(await listSlugs(deps, ctx, query, page.nextCursor))]
}

it('lists links by what they earned in the days, the newest first among equals, and those without earnings last', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => now } })
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const ids = await addClickedLinks(deps, ctx, ['one', 'two', 'three', 'four', 'five'])
  const theirs = await addClickedLinks(deps, other, ['theirs'])
  await importSales(deps, ctx, [
    { clickId: ids.one ?? '', earned: '2.00' },
    { clickId: ids.two ?? '', earned: '9.00' },
    { clickId: ids.four ?? '', earned: '1.00' },
    { clickId: ids.four ?? '', earned: '1.00' },
  ])
  await importSales(deps, other, [{ clickId: theirs.theirs ?? '', earned: '99.00' }])

  expect(await listSlugs(deps, ctx)).toEqual(['two', 'four', 'one', 'five', 'three'])
  expect(await listSlugs(deps, ctx, { from: '2026-09-16', to: '2026-09-18' })).toEqual(['five', 'four', 'three', 'two', 'one'])
  expect(await listSlugs(deps, ctx, { range: 'all' })).toEqual(['two', 'four', 'one', 'five', 'three'])
  expect(await catchErrorCode(listSlugs(deps, ctx, { from: '2019-01-01', to: '2019-01-02' }))).toBe('ANALYTICS_HISTORY_LOCKED')
})

it('compares the currency of most links, then lists links with other currencies, and compares all with the rates', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => now } })
  const ctx = await aProject(deps)
  const ids = await addClickedLinks(deps, ctx, ['dollar', 'dime', 'pound', 'pence', 'none'])
  await importSales(deps, ctx, [
    { clickId: ids.dollar ?? '', earned: '1.00' },
    { clickId: ids.dime ?? '', earned: '0.10' },
    { clickId: ids.none ?? '', earned: '0.05' },
    { clickId: ids.none ?? '', earned: '-0.05' },
    { clickId: ids.pence ?? '', earned: '0.20', currency: 'GBP' },
    { clickId: ids.pound ?? '', earned: '2.00', currency: 'GBP' },
  ])

  expect(await listSlugs(deps, ctx)).toEqual(['dollar', 'dime', 'pound', 'pence', 'none'])

  await updateRates(ctx, {
    currency: 'EUR',
    rates: [
      { currency: 'USD', rate: 0.9 },
      { currency: 'GBP', rate: 1.2 },
    ],
  })
  expect(await listSlugs(deps, ctx)).toEqual(['pound', 'dollar', 'pence', 'dime', 'none'])
})
