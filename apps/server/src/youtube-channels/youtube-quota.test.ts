import { type YoutubeChannelId, youtubeChannelId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aMember, anOrganization, aProject, getProjectContext } from '../../test/builders/builders.ts'
import { openYoutubeProject, type YoutubeProject } from '../../test/builders/open-youtube-project.ts'
import { aConnection, aScannedChannel, runScan } from '../../test/builders/youtube-builder.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { addChannel, deleteChannel, getChannel, rescanChannel } from './channels/channels.ts'
import { deleteExpiredReadings } from './index.ts'

const hourMs = 3_600_000
const midnight = '2026-11-21T08:00:00.000Z'

/**
 * Creates a project, and a Google project with 200 units a day. A tenth of them may be used for channels without a
 * connected owner.
 */
async function openLimitedProject(): Promise<YoutubeProject> {
  const project = await openYoutubeProject()
  const google = await project.server.withSettings({ unitsPerDay: 200, unconfirmedShare: 0.1 })
  return { ...project, deps: { ...project.deps, google }, jobs: { ...project.jobs, google } }
}

function aChannelWithVideos({ server }: YoutubeProject, videos: number) {
  const channel = server.account.addChannel()
  for (let nth = 0; nth < videos; nth += 1) server.account.addVideo(channel, { description: 'https://shop.example/lamp' })
  return channel
}

/** Returns the part of a channel's state that the dashboard shows. */
async function getStatus(channel: Promise<{ status: string; paused_until: string | null }>) {
  const { status, paused_until } = await channel
  return { status, paused_until }
}

it('limits an organization to a tenth of the daily quota, and does not limit another organization or a connected channel', async () => {
  await using project = await openLimitedProject()
  const { jobs, deps, server, ctx } = project
  const other = await project.anotherProject()
  const large = aChannelWithVideos(project, 600)

  const id = await aScannedChannel(jobs, ctx, large)

  expect(server.unitsUsed()).toBe(20)
  expect(await getStatus(getChannel(deps, ctx, id))).toEqual({ status: 'scanning', paused_until: midnight })
  await runScan(jobs, ctx, id)
  await expect(addChannel(deps, ctx, aChannelWithVideos(project, 1).handle)).rejects.toMatchObject({
    code: 'YOUTUBE_QUOTA_REACHED',
    message:
      'Your organization has used its share of YouTube’s quota for today, which renews at midnight Pacific time. Connected channels are not limited by it.',
  })
  expect(server.unitsUsed()).toBe(20)

  const otherId = await aScannedChannel(jobs, other, aChannelWithVideos(project, 60))
  expect(await getStatus(getChannel(deps, other, otherId))).toEqual({ status: 'ready', paused_until: null })

  expect(await listScanTimes(project, id)).toEqual([midnight])
  await aConnection(deps, ctx, { account: server.account, channel: large, channelId: id })
  expect(await listScanTimes(project, id)).not.toEqual([midnight])
  expect(await getStatus(getChannel(deps, ctx, id))).toEqual({ status: 'scanning', paused_until: null })
  await runScan(jobs, ctx, id)
  expect(await getChannel(deps, ctx, id)).toMatchObject({ status: 'ready', linksFound: 600 })
})

it('continues the scan of an organization on the next day', async () => {
  await using project = await openLimitedProject()
  const { jobs, deps, ctx, clock } = project
  const id = await aScannedChannel(jobs, ctx, aChannelWithVideos(project, 600))
  expect(await listScanTimes(project, id)).toEqual([midnight])

  clock.forward(24 * hourMs)
  await runScan(jobs, ctx, id)

  expect(await getChannel(deps, ctx, id)).toMatchObject({ status: 'ready', linksFound: 600 })
})

it("counts a user's share across their organizations, and does not reduce another member's share", async () => {
  await using project = await openLimitedProject()
  const { jobs, deps, ctx } = project
  await aScannedChannel(jobs, ctx, aChannelWithVideos(project, 600))
  const second = await anOrganization(deps, { user: ctx })
  const secondCtx = await aProject(deps, { owned: second })

  await expect(addChannel(deps, secondCtx, aChannelWithVideos(project, 1).handle)).rejects.toMatchObject({ code: 'YOUTUBE_QUOTA_REACHED' })

  const member = await aMember(deps, second)
  const memberCtx = await getProjectContext(member, member.organization.id, secondCtx.project.id)
  expect(await addChannel(deps, memberCtx, aChannelWithVideos(project, 1).handle)).toMatchObject({ status: 'pending' })
})

it('does not count calls toward a share if the daily quota rejects them', async () => {
  await using project = await openLimitedProject()
  const { deps, ctx } = project
  const other = await project.anotherProject()
  const searchFor = (nth: number, of: typeof ctx) =>
    addChannel({ ...deps, google: { ...deps.google, unconfirmedShare: 0.5 } }, of, `youtube.com/c/Unknown${nth}`).catch(
      ({ message }) => message,
    )
  const listSearches = () => queryAsOwner(deps, 'select subject, searches_used from youtube_shares where searches_used > 0')
  await queryAsOwner(deps, "insert into youtube_quota (day, searches_used) values ('2026-11-20', 100)")

  for (let nth = 0; nth < 3; nth += 1) expect(await searchFor(nth, ctx)).toMatch(/^The quota of YouTube for today/)
  expect(await listSearches()).toEqual([])

  // If an organization has no share left, a call does not use the user's share.
  await queryAsOwner(deps, 'update youtube_quota set searches_used = 0')
  await queryAsOwner(deps, 'insert into youtube_shares (subject, day, searches_used) values ($1, $2, 50)', [
    other.organization.id,
    '2026-11-20',
  ])
  expect(await searchFor(4, other)).toMatch(/^Your organization has used its share/)
  expect(await listSearches()).toEqual([{ subject: other.organization.id, searches_used: 50 }])
})

it('limits an organization to a tenth of the searches', async () => {
  await using project = await openLimitedProject()
  const { deps, server, ctx } = project
  const other = await project.anotherProject()
  const many = { ...deps, google: { ...deps.google, unitsPerDay: 10_000 } }
  const search = (of: typeof ctx, name: string) => addChannel(many, of, `youtube.com/c/${name}`).catch(({ code }) => code)

  for (let nth = 0; nth < 10; nth += 1) expect(await search(ctx, `Unknown${nth}`)).toBe('YOUTUBE_CHANNEL_UNKNOWN')
  expect(await search(ctx, 'Unknown10')).toBe('YOUTUBE_QUOTA_REACHED')

  expect(await search(other, 'Unknown11')).toBe('YOUTUBE_CHANNEL_UNKNOWN')
  expect(server.calls.filter((call) => call === 'GET search')).toHaveLength(11)
})

it('does not read a channel again within an hour, and reads it after that', async () => {
  await using project = await openYoutubeProject()
  const { deps, jobs, server, ctx, clock } = project
  const mia = aChannelWithVideos(project, 3)
  const id = await project.scanned(mia)
  const calls = [...server.calls]
  clock.forward(hourMs / 2)

  await expect(rescanChannel(deps, ctx, id)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    data: { retry_after_seconds: 1_800 },
    message: 'This channel was read within the last hour. Scan it again in 30 minutes.',
  })
  // If the channel is removed and added again, it is still not read within the hour.
  await deleteChannel(ctx, id)
  const again = youtubeChannelId.parse((await addChannel(deps, ctx, mia.handle.toUpperCase())).id)
  expect(await getStatus(project.read(again))).toEqual({ status: 'pending', paused_until: '2026-11-20T13:00:00.000Z' })
  expect(await listScanTimes(project, again)).toEqual(['2026-11-20T13:00:00.000Z'])
  expect(server.calls).toEqual(calls)

  // Another organization can read the channel at once.
  const other = await project.anotherProject()
  await runScan(jobs, other, youtubeChannelId.parse((await addChannel(deps, other, mia.handle)).id))
  expect(server.calls.length).toBeGreaterThan(calls.length)

  clock.forward(hourMs / 2)
  await project.scan(again)
  expect(await project.read(again)).toMatchObject({ status: 'ready', linksFound: 3, paused_until: null })
  clock.forward(hourMs)
  expect(await rescanChannel(deps, ctx, again)).toMatchObject({ status: 'pending', paused_until: null })
})

/** Returns the times at which the channel's queued scans will run. */
async function listScanTimes({ deps }: YoutubeProject, id: YoutubeChannelId): Promise<string[]> {
  const query = `select run_at from graphile_worker.jobs where key = 'scan-youtube-channel:${id}'`
  return (await queryAsOwner<{ run_at: Date }>(deps, query)).map(({ run_at }) => run_at.toISOString())
}

it('asks about an unknown name only once a day, for all organizations together', async () => {
  await using project = await openYoutubeProject()
  const { deps, jobs, server, ctx, clock } = project
  const other = await project.anotherProject()
  const add = (of: typeof ctx, name: string) => addChannel(deps, of, name).catch(({ code }) => code)

  for (const of of [ctx, other])
    for (const name of ['@nobody', '@Nobody', 'youtube.com/@nobody']) expect(await add(of, name)).toBe('YOUTUBE_CHANNEL_UNKNOWN')
  expect(server.calls).toEqual(['GET channels'])

  clock.forward(23 * hourMs)
  await deleteExpiredReadings(jobs)
  expect(await add(ctx, '@nobody')).toBe('YOUTUBE_CHANNEL_UNKNOWN')
  expect(server.calls).toHaveLength(1)

  clock.forward(hourMs)
  server.account.addChannel({ handle: '@nobody' })
  expect(await add(ctx, '@nobody')).toMatchObject({ status: 'pending' })
})

it('deletes expired lookups, reads and shares', async () => {
  await using project = await openLimitedProject()
  const { deps, jobs, ctx, clock } = project
  await aScannedChannel(jobs, ctx, aChannelWithVideos(project, 1))
  const rows = () =>
    queryAsOwner(deps, 'select from youtube_lookups union all select from youtube_reads union all select from youtube_shares')

  await deleteExpiredReadings(jobs)
  expect(await rows()).toHaveLength(4)
  clock.forward(49 * hourMs)
  await deleteExpiredReadings(jobs)
  expect(await rows()).toEqual([])
})
