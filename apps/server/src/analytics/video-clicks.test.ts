import { expect, it } from 'vitest'
import { aClicksQuery, aQuery } from '../../test/builders/analytics-query-builder.ts'
import { openYoutubeProject } from '../../test/builders/open-youtube-project.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { findVideoNames } from '../youtube-channels/index.ts'
import { openExportTable } from './export/export-table.ts'
import { getBreakdown } from './get-breakdown.ts'
import { getDashboard } from './get-overview.ts'
import { updateDailyRollups } from './rollups/update-daily-rollups.ts'

const unknownVideo = 'aBcDeFgHi99'

it('counts clicks by video with its title and picture, also on a rolled-up day, and counts the clicks of one video', async () => {
  await using project = await openYoutubeProject({ clicks: true })
  const { ctx } = project
  const deps = { ...project.deps, findVideoNames }
  const channel = project.server.account.addChannel()
  const [lamps, mugs] = ['Lamps', 'Mugs'].map((title) => project.server.account.addVideo(channel, { description: '', snippet: { title } }))
  await project.scanned(channel)
  const video = mugs?.id
  await recordClicks(deps, ctx, [
    { at: '2026-11-19T10:00:00Z', video, country: 'DE', visitor: 1 },
    { at: '2026-11-19T10:00:00Z', video, country: 'FR', visitor: 2 },
    { at: '2026-11-19T10:00:00Z', video, isBot: true },
    { at: '2026-11-19T11:00:00Z', video: lamps?.id },
    { at: '2026-11-20T10:00:00Z', video, country: 'DE', visitor: 1 },
    { at: '2026-11-20T10:00:00Z', video: unknownVideo, visitor: 3 },
    { at: '2026-11-20T11:00:00Z', visitor: 4 },
    { at: '2026-11-20T11:00:00Z', visitor: 5 },
  ])
  const byVideo = [
    { name: video, title: 'Mugs', thumbnail_url: `https://i.ytimg.com/vi/${video}/mqdefault.jpg`, clicks: 3, visits: 3 },
    { name: '', clicks: 2, visits: 2 },
    { name: unknownVideo, clicks: 1, visits: 1 },
    { name: lamps?.id, title: 'Lamps', thumbnail_url: `https://i.ytimg.com/vi/${lamps?.id}/mqdefault.jpg`, clicks: 1, visits: 1 },
  ]
  const query = { ...aQuery(), by: 'video', limit: 10 } as const
  const rankRows = (rows: readonly { name?: string | undefined; clicks: number }[]) =>
    rows.toSorted((one, other) => other.clicks - one.clicks || `${one.name}`.localeCompare(`${other.name}`))

  expect(rankRows(await getBreakdown(deps, ctx, query))).toEqual(rankRows(byVideo))
  expect(await updateDailyRollups(deps, 30)).toBe(1)
  expect(rankRows(await getBreakdown(deps, ctx, query))).toEqual(rankRows(byVideo))

  expect(await getDashboard(deps, ctx, aClicksQuery({ video }))).toEqual({ totalClicks: 3, visitors: 3, countries: 2 })
  expect(await getBreakdown(deps, ctx, { ...aClicksQuery({ video }), by: 'country', limit: 10 })).toEqual([
    { name: 'DE', clicks: 2, visits: 2 },
    { name: 'FR', clicks: 1, visits: 1 },
  ])
  const { columns, pages } = openExportTable(deps, ctx, { ...query, table: 'breakdown' })
  expect(columns).toEqual(['video', 'title', 'clicks', 'visitors'])
  expect((await Array.fromAsync(pages)).flat()).toContainEqual([video, 'Mugs', 3, 3])
})

it('shows no title of a video if only another project has the video', async () => {
  await using project = await openYoutubeProject({ clicks: true })
  const { ctx, server } = project
  const deps = { ...project.deps, findVideoNames }
  const channel = server.account.addChannel()
  const video = server.account.addVideo(channel, { description: '' }).id
  await project.scanned(channel, await project.anotherProject())
  await recordClicks(deps, ctx, [{ at: '2026-11-20T10:00:00Z', video }])

  expect(await getBreakdown(deps, ctx, { ...aQuery(), by: 'video', limit: 10 })).toEqual([{ name: video, clicks: 1, visits: 1 }])
})
