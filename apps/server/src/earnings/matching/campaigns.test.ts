import { readFile } from 'node:fs/promises'
import { analyticsQuery, type EarningsQuery, earningsBreakdownQuery } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anImportedReport, aProject } from '../../../test/builders/builders.ts'
import { openYoutubeProject } from '../../../test/builders/open-youtube-project.ts'
import { queryAsOwner, runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { createClickIdAt, recordClicks } from '../../../test/record-clicks.ts'
import type { ProjectContext } from '../../access/index.ts'
import { findVideoNames } from '../../youtube-channels/index.ts'
import { getEarnings } from '../reading/get-earnings.ts'
import { getEarningsBreakdown } from '../reading/get-earnings-breakdown.ts'
import { addCampaignsOfSales, addCampaignsTask } from './add-campaigns.ts'
import { matchEarnings } from './match-earnings.ts'

const withEverything = { settings: ['package=Business', 'full_analytics_enabled=true'] }
const at = '2026-09-15T09:00:00Z'
const query = analyticsQuery.parse({ from: '2026-09-13', to: '2026-09-17' })
const [lamps, mugs] = ['Lm4pReview1', 'MugsRanked2'] as const

const ebay = 'EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,ItemId,Sales,Earnings'
const amazon = 'ASIN,Tracking ID,Date Shipped,Items Shipped,Revenue($),Ad Fees($)'
const formatSale = (number: number, clickId: string, earned: string) =>
  `${number},2026-09-15T11:00:00Z,2026-09-15T12:00:00Z,Approved,5338,${clickId},123456789012,20.00,${earned}`

const toJob = ({ organization, project }: ProjectContext) => ({ organizationId: organization.id, projectId: project.id })

async function importAndMatch(deps: TestDeps, ctx: ProjectContext, ...rows: string[]): Promise<void> {
  await anImportedReport(deps, ctx, rows.join('\n'), { currency: 'USD' })
  await matchEarnings(deps, toJob(ctx))
}

/** Returns the earnings and clicks of each row, and the earnings without a row. */
async function listEarned(deps: Parameters<typeof getEarningsBreakdown>[0], ctx: ProjectContext, by: string, conditions = {}) {
  const { rows, unassigned } = await getEarningsBreakdown(
    deps,
    ctx,
    earningsBreakdownQuery.parse({ ...query, bots: 'exclude', by, ...conditions }),
  )
  return { rows: rows.map(({ id, name, earned, clicks }) => [id, name, earned, clicks]), unassigned: unassigned[0]?.earned ?? 0 }
}

it('breaks down sales by the campaign and the video of their click, with the title of a video of the project', async () => {
  await using youtube = await openYoutubeProject({ clicks: true })
  const { ctx } = youtube
  const deps = { ...youtube.deps, findVideoNames }
  const channel = youtube.server.account.addChannel()
  const video = youtube.server.account.addVideo(channel, { description: '', snippet: { title: 'Lamps' } }).id
  await youtube.scanned(channel)
  const link = await aLink(deps, ctx)
  const [first, second, third] = ['1', '2', '3'].map((ending) => createClickIdAt(at, ending)) as [string, string, string]
  await recordClicks(deps, ctx, [
    { id: first, at, linkId: link.url_id, video, utmCampaign: 'spring' },
    { id: second, at, linkId: link.url_id, video: mugs },
    { id: third, at, linkId: link.url_id },
    { at, linkId: link.url_id, video: mugs },
  ])
  const unknown = createClickIdAt(at, 'fff')
  await importAndMatch(
    deps,
    ctx,
    ebay,
    ...[formatSale(1, first, '4.00'), formatSale(2, second, '2.00'), formatSale(3, third, '1.00'), formatSale(4, unknown, '0.50')],
  )

  expect(await listEarned(deps, ctx, 'video')).toEqual({
    rows: [
      [video, 'Lamps', 400, 1],
      [mugs, mugs, 200, 2],
      ['', '', 100, 1],
    ],
    unassigned: 50,
  })
  expect(await listEarned(deps, ctx, 'utm_campaign')).toEqual({
    rows: [
      ['spring', 'spring', 400, 1],
      ['', '', 300, 3],
    ],
    unassigned: 50,
  })
  const getEarned = async (conditions: Partial<EarningsQuery>) => {
    const { clicks, totals } = await getEarnings(deps, ctx, { ...query, ...conditions })
    return [clicks, totals[0]?.earned]
  }
  expect(await getEarned({ video: mugs })).toEqual([2, 200])
  expect(await getEarned({ utm_campaign: 'spring' })).toEqual([1, 400])
  expect(await getEarned({ utm_campaign: 'spring', video: mugs })).toEqual([0, undefined])
})

it('gives an estimated sale to the campaign and the video with the most clicks on its link in the days up to the sale', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const lamp = await aLink(deps, ctx, { target: 'https://www.amazon.com/dp/B0LAMP0001?tag=lamps-20' })
  const mug = await aLink(deps, ctx, { target: 'https://www.amazon.com/dp/B0MUG00001?tag=lamps-20' })
  const createClicks = (count: number, click: object) => Array.from({ length: count }, () => ({ at, linkId: lamp.url_id, ...click }))
  await recordClicks(deps, ctx, [
    ...createClicks(2, { video: lamps, utmCampaign: 'spring' }),
    ...createClicks(1, { video: mugs }),
    ...createClicks(9, { video: mugs, isBot: true }),
    ...createClicks(9, { video: mugs, at: '2026-08-01T09:00:00Z' }),
    ...createClicks(1, { video: lamps, linkId: mug.url_id }),
    ...createClicks(2, { linkId: mug.url_id }),
  ])
  await importAndMatch(
    deps,
    ctx,
    amazon,
    'B0LAMP0001,lamps-20,2026-09-17,1,20.00,1.00',
    'B0MUG00001,lamps-20,2026-09-17,1,20.00,0.50', // most clicks came from no video
    'B0LAMP0001,lamps-20,2026-09-13,1,20.00,0.10', // before the first click of September
  )

  const byVideo = await listEarned(deps, ctx, 'video')
  expect(byVideo.rows.map(([id, _name, earned]) => [id, earned])).toEqual([
    [lamps, 100],
    ['', 50],
  ])
  expect(byVideo.unassigned).toBe(10)
  expect((await getEarnings(deps, ctx, { ...query, video: lamps })).totals).toMatchObject([{ earned: 100, by_estimate: 100 }])
  expect((await getEarnings(deps, ctx, { ...query, utm_campaign: 'spring' })).totals).toMatchObject([{ earned: 100 }])
})

const migration = new URL('../../../migrations/0765_campaigns_and_videos_of_sales.sql', import.meta.url)

it('adds campaigns and videos to the sales that an earlier release joined to a click', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const link = await aLink(deps, ctx)
  const ids = ['1', '2', '3'].map((ending) => createClickIdAt(at, ending))
  await recordClicks(
    deps,
    ctx,
    ids.slice(0, 2).map((id) => ({ id, at, linkId: link.url_id, video: lamps, utmCampaign: 'spring' })),
  )
  await importAndMatch(deps, ctx, ebay, ...ids.map((id, index) => formatSale(index, id, '1.00')))
  await queryAsOwner(deps, 'update earnings set utm_campaign = null, video = null')
  expect(await listEarned(deps, ctx, 'video')).toEqual({ rows: [], unassigned: 300 })

  const statements = (await readFile(migration, 'utf8')).split(/;\n(?=\n|alter|do)/)
  await runAsOwner(deps, async (owner) => {
    for (const statement of statements) await owner.query(statement)
  })
  const jobs = await queryAsOwner(
    deps,
    'select payload from graphile_worker._private_jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = $1',
    [addCampaignsTask],
  )
  expect(jobs).toEqual([{ payload: toJob(ctx) }])
  await addCampaignsOfSales(deps, toJob(ctx), 1)

  expect(await listEarned(deps, ctx, 'video')).toMatchObject({ rows: [[lamps, lamps, 200, 2]], unassigned: 100 })
  expect(await listEarned(deps, ctx, 'utm_campaign')).toMatchObject({ rows: [['spring', 'spring', 200, 2]] })
  expect(await queryAsOwner(deps, `select from pg_class where relname = 'earnings' and relforcerowsecurity`)).toHaveLength(1)
})
