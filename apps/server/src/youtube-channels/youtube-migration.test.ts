import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openYoutubeProject, type YoutubeProject } from '../../test/builders/open-youtube-project.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { stubLinkVisits } from '../../test/stub-link-visits.ts'
import { listLinks } from '../links/index.ts'
import { updateLink } from '../links/write/update-link.ts'
import { changeChannel, rescanChannel } from './channels/channels.ts'
import { connectChannel, finishConnection } from './connection/connect-channel.ts'
import { disconnectChannel } from './connection/disconnect-channel.ts'
import type { ConsentClient, Google } from './google/google.ts'
import { startMigration, startUndo, stopRun } from './migrate/start-run.ts'
import { emailRunResult, writeNextVideo } from './migrate/write-next-video.ts'
import { getReport } from './preview/get-report.ts'
import { listVideos, setVideoExcluded } from './preview/list-videos.ts'

const amazon = 'https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20'
const ebay = 'https://www.ebay.com/itm/123456789012'
const dayMs = 24 * 3_600_000

/** Creates a channel with a connected owner and a video for each description. */
async function aConnectedChannel(project: YoutubeProject, descriptions: readonly string[], ctx = project.ctx) {
  const { account } = project.server
  const channel = account.addChannel()
  const videos = descriptions.map((description) =>
    account.addVideo(channel, { description, snippet: { tags: ['lamps'], defaultLanguage: 'en', categoryId: '22' } }),
  )
  const id = await project.scanned(channel, ctx)
  await project.connected(channel, id, ctx)
  return { channel, videos, id }
}

/** Returns the short links by their destination. */
async function listShortUrls({ deps, ctx }: YoutubeProject): Promise<Map<string, { url: string; labels: string[] }>> {
  const { links } = await listLinks(deps, ctx, { limit: 100, archived: false, search: '' })
  return new Map(links.map((link) => [link.target, link]))
}

it('writes descriptions and translations with one short link for each destination, and changes nothing else of a video', async () => {
  await using project = await openYoutubeProject()
  const { deps, ctx } = project
  const { id, videos } = await aConnectedChannel(project, [`Lamp: ${amazon}\n0:00 Intro #lamps`, `Both: ${amazon} (${ebay})`, 'None'])
  const [first, second] = videos
  if (first === undefined || second === undefined) throw new Error('There are videos')
  second.localizations = {
    en: { title: 'Both', description: second.snippet.description },
    de: { title: 'Beides', description: `Hier: ${ebay}` },
  }

  await rescan(project, id)
  const before = structuredClone(second)
  const planned = await listVideos(deps, ctx, { channelId: id, query: { state: 'planned', limit: 20 } })

  expect(await startMigration(deps, ctx, id)).toMatchObject({
    status: 'migrating',
    run: { kind: 'migrate', done: 0, total: 2 },
  })
  expect(await project.work()).toEqual([second.id, first.id])

  const short = await listShortUrls(project)
  expect([...short.keys()].toSorted()).toEqual([amazon, ebay].toSorted())
  const [shortAmazon, shortEbay] = [short.get(amazon)?.url, short.get(ebay)?.url]
  expect(first.snippet.description).toBe(`Lamp: ${shortAmazon}?v=${first.id}\n0:00 Intro #lamps`)
  const both = `Both: ${shortAmazon}?v=${second.id} (${shortEbay}?v=${second.id})`
  expect(second).toEqual({
    ...before,
    snippet: { ...before.snippet, description: both },
    localizations: {
      en: { title: 'Both', description: both },
      de: { title: 'Beides', description: `Hier: ${shortEbay}?v=${second.id}` },
    },
  })
  expect(short.get(amazon)?.labels).toEqual([second.snippet.title])
  // The written descriptions are the same as in the preview.
  expect(planned.videos.map(({ diff }) => diff.find(({ kind }) => kind === 'added')?.text)).toEqual([
    second.snippet.description,
    first.snippet.description.split('\n')[0],
  ])
  expect(await project.read(id)).toMatchObject({
    status: 'completed',
    linksReplaced: 4,
    lastMigrationDate: '2026-11-20T13:00:00.000Z',
    replacedLinks: [
      { original: amazon, shortened: shortAmazon },
      { original: ebay, shortened: shortEbay },
    ],
    videos: { migrated: 2, unchanged: 1 },
  })
  await emailRunResult(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id, channelId: id })
  expect(deps.emails.at(-1)?.subject).toContain('Your YouTube migration has finished')
  expect(deps.emails.at(-1)?.text).toContain('Migrated: 2 videos of')
  const entries = await project.auditEntries()
  const written = entries.filter(({ action }) => action === 'youtube_channel.migrate_video')
  expect(written).toHaveLength(2)
  for (const { id: video } of [first, second]) {
    const entry = { actor_kind: 'system', actor_id: 'write-youtube-videos', after: expect.objectContaining({ video, state: 'migrated' }) }
    expect(written).toContainEqual(expect.objectContaining(entry))
  }

  // All videos are migrated, so a second run has no videos.
  await rescan(project, id)
  expect(await startMigration(deps, ctx, id)).toMatchObject({ status: 'completed' })
  expect(await project.work()).toEqual([])
})

it('shows and reports the replaced links even after another scan', async () => {
  await using project = await openYoutubeProject()
  const { deps, ctx } = project
  const { id, videos } = await aConnectedChannel(project, [`Lamp: ${amazon} ${amazon}`])
  const readReport = async () => await text((await getReport(deps, ctx, id)).body as never)
  await startMigration(deps, ctx, id)
  await project.work()
  const before = { channel: await project.read(id), report: await readReport() }
  const short = videos[0]?.snippet.description.split(' ')[1] ?? ''
  expect(before.channel).toMatchObject({ status: 'completed', linksFound: 2, linksReplaced: 2, replacedLinks: [{ original: amazon }] })
  expect(before.report).toContain(`${amazon},2,${amazon},${short},Lamp: ${amazon} ${amazon},Lamp: ${short} ${short}`)

  await rescan(project, id)
  const { scanned_at, ...channel } = await project.read(id)
  expect({ channel: { ...channel, scanned_at: before.channel.scanned_at }, report: await readReport() }).toEqual(before)
  expect(scanned_at).toBe('2026-11-20T13:00:00.000Z')

  await startUndo(deps, ctx, { channelId: id, videoId: undefined })
  await project.work()
  expect(await readReport()).toContain(`${amazon},2,${amazon},,Lamp: ${amazon} ${amazon},Lamp: ${amazon} ${amazon}`)
})

it('counts only the videos of a run in its email', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id, channel, videos } = await aConnectedChannel(project, [`One: ${amazon}`, `Two: ${amazon}`])
  const run = async (start: () => Promise<unknown>) => {
    await start()
    await project.work()
    await emailRunResult(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id, channelId: id })
    return deps.emails.at(-1)?.text
  }
  const migrate = () => startMigration(deps, ctx, id)
  expect(await run(migrate)).toContain('Migrated: 2 videos of')
  const added = server.account.addVideo(channel, { description: `Three: ${amazon}` })
  await rescan(project, id)
  expect(await run(migrate)).toContain('Migrated: 1 video of')

  server.interfere(({ method, body }) =>
    method === 'PUT' && body.includes(added.id) ? { status: 400, reason: 'invalidDescription' } : undefined,
  )
  expect(await run(() => startUndo(deps, ctx, { channelId: id, videoId: videos[0]?.id }))).toContain('Restored: 1 video of')
  const ofTheOthers = await run(() => startUndo(deps, ctx, { channelId: id, videoId: undefined }))
  expect(ofTheOthers).toContain('Restored: 1 video of')
  expect(ofTheOthers).toContain('Not changed: 1 video.')
})

it('skips a video that was edited since the scan, and offers it again after the next scan', async () => {
  await using project = await openYoutubeProject()
  const { deps, ctx } = project
  const { id, videos } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  const [video] = videos
  if (video === undefined) throw new Error('There is a video')
  video.snippet.description = `Edited: ${amazon}`
  await startMigration(deps, ctx, id)
  expect(await project.work()).toEqual([])
  const { videos: listed } = await listVideos(deps, ctx, { channelId: id, query: { limit: 20 } })
  expect(listed).toMatchObject([
    {
      state: 'changed',
      diff: [
        { kind: 'removed', text: `Lamp: ${amazon}` },
        { kind: 'added', text: `Edited: ${amazon}` },
      ],
    },
  ])
  await rescan(project, id)
  await startMigration(deps, ctx, id)
  expect(await project.work()).toEqual([video.id])
})

it('restores the description of one video and then of the others, except a video that was edited since', async () => {
  await using project = await openYoutubeProject()
  const { deps, ctx } = project
  const originals = [`One: ${amazon}`, `Two: ${ebay}`, `Three: ${amazon}`]
  const { id, videos } = await aConnectedChannel(project, originals)
  await startMigration(deps, ctx, id)
  await project.work()
  const [one, two, three] = videos
  if (one === undefined || two === undefined || three === undefined) throw new Error('There are videos')

  await startUndo(deps, ctx, { channelId: id, videoId: two.id })
  expect(await project.work()).toEqual([two.id])
  expect(two.snippet).toMatchObject({ description: originals[1], tags: ['lamps'], categoryId: '22', defaultLanguage: 'en' })
  expect(await project.read(id)).toMatchObject({ status: 'completed', videos: { migrated: 2, restored: 1 }, linksReplaced: 2 })

  three.snippet.description += '\nNew: my course'
  expect(await startUndo(deps, ctx, { channelId: id, videoId: undefined })).toMatchObject({ run: { kind: 'undo', total: 2 } })
  await project.work()
  expect(one.snippet.description).toBe(originals[0])
  expect(three.snippet.description).toMatch(/New: my course$/)
  const { videos: left } = await listVideos(deps, ctx, { channelId: id, query: { state: 'left', limit: 20 } })
  expect(left[0]?.diff.at(-1)).toEqual({ kind: 'added', text: 'New: my course' })
  expect(await project.read(id)).toMatchObject({ status: 'ready', videos: { restored: 2, left: 1 } })

  const report = await text((await getReport(deps, ctx, id)).body as never)
  expect(report).toContain(`Two: ${ebay}`)
  expect(report).toContain('Edited since the migration')
  await expect(startUndo(deps, ctx, { channelId: id, videoId: 'nothing1234' })).rejects.toMatchObject({ code: 'YOUTUBE_VIDEO_NOT_FOUND' })
})

it('records a video that a killed process wrote, without writing it again', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id, videos } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  const [video] = videos
  await startMigration(deps, ctx, id)
  // Google stores the update, but its response is lost.
  server.loseAnswers(true)
  await project.work(1)
  server.loseAnswers(false)
  expect(server.account.writes).toHaveLength(1)
  expect(await project.read(id)).toMatchObject({ status: 'migrating' })

  project.clock.forward(5 * 60_000)
  await project.work()
  expect(server.account.writes).toHaveLength(1)
  expect(await project.read(id)).toMatchObject({ status: 'completed', linksReplaced: 1, videos: { migrated: 1 } })
  await startUndo(deps, ctx, { channelId: id, videoId: undefined })
  await project.work()
  expect(video?.snippet.description).toBe(`Lamp: ${amazon}`)
})

it('never exceeds the daily quota, shares it between channels, and continues automatically after midnight Pacific time', async () => {
  await using project = await openYoutubeProject({ unitsPerDay: 250 })
  const { deps, server, ctx } = project
  const another = await project.anotherProject()
  const mine = await aConnectedChannel(
    project,
    Array.from({ length: 5 }, () => `Lamp: ${amazon}`),
  )
  const theirs = await aConnectedChannel(
    project,
    Array.from({ length: 5 }, () => `Lamp: ${amazon}`),
    another,
  )
  await startMigration(deps, ctx, mine.id)
  await startMigration(deps, another, theirs.id)

  const written = await project.work()
  expect(written).toHaveLength(4)
  expect(written.filter((videoId) => mine.videos.some((video) => video.id === videoId))).toHaveLength(2)
  expect(server.unitsUsed()).toBeLessThanOrEqual(250)
  expect(await project.read(mine.id)).toMatchObject({
    status: 'migrating',
    paused_until: '2026-11-21T08:00:00.000Z',
    run: { done: 2, total: 5 },
  })
  project.clock.forward(dayMs - 5 * 3_600_000)
  expect(await project.work()).toEqual([])

  project.clock.forward(2 * 3_600_000)
  server.startDay()
  expect(await project.work()).toHaveLength(4)
  project.clock.forward(dayMs)
  server.startDay()
  expect(await project.work()).toHaveLength(2)
  expect(await project.read(mine.id)).toMatchObject({ status: 'completed', videos: { migrated: 5 } })
  expect(await project.read(theirs.id, another)).toMatchObject({ status: 'completed', videos: { migrated: 5 } })
})

it('stops if Google reports that another program has used up the quota', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  await startMigration(deps, ctx, id)
  server.setUnitsPerDay(server.unitsUsed())
  await project.work()
  expect(await project.read(id)).toMatchObject({ status: 'migrating', paused_until: '2026-11-21T08:00:00.000Z' })
})

it('retries temporary errors, stops after six, and continues when the owner starts the run again', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  await startMigration(deps, ctx, id)
  server.interfere(({ method }) => (method === 'PUT' ? { status: 409, reason: 'conflict' } : undefined))
  for (let attempt = 0; attempt < 6; attempt += 1) {
    expect(await project.read(id)).toMatchObject({ status: 'migrating' })
    await project.work()
    project.clock.forward(3_600_000)
  }
  expect(await project.read(id)).toMatchObject({ status: 'failed', error: 'youtube_failed', videos: { queued: 1 } })
  server.interfere(undefined)
  await startMigration(deps, ctx, id)
  await project.work()
  expect(await project.read(id)).toMatchObject({ status: 'completed' })
})

it.each([
  [400, 'invalidDescription', 'rejected'],
  [404, 'videoNotFound', 'video_gone'],
])('records that YouTube rejects an update with %i %s', async (status, reason, expected) => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  await startMigration(deps, ctx, id)
  server.interfere(({ method }) => (method === 'PUT' ? { status, reason } : undefined))
  await project.work()
  const { videos } = await listVideos(deps, ctx, { channelId: id, query: { limit: 20 } })
  expect(videos).toMatchObject([{ state: 'failed', reason: expected }])
  const actions = (await project.auditEntries()).map(({ action }) => action)
  expect(actions).toContain('youtube_channel.skip_video')
  expect(actions).not.toContain('youtube_channel.migrate_video')
})

it('does not write a description that would be longer than 5,000 bytes', async () => {
  await using project = await openYoutubeProject()
  const { deps, ctx } = project
  const { id } = await aConnectedChannel(project, [`${'ä'.repeat(2_480)} https://amzn.to/3AbCdEf`])
  await changeChannel(deps, ctx, { channelId: id, change: { disclosure: 'I earn from purchases made through the links here.' } })
  expect((await listVideos(deps, ctx, { channelId: id, query: { limit: 20 } })).videos).toMatchObject([
    { state: 'planned', reason: 'too_long' },
  ])
  await startMigration(deps, ctx, id)
  expect(await project.work()).toEqual([])
  expect(await project.read(id)).toMatchObject({ videos: { too_long: 1 } })
})

it('stops after the current video', async () => {
  await using project = await openYoutubeProject()
  const { deps, ctx } = project
  const { id } = await aConnectedChannel(project, [`One: ${amazon}`, `Two: ${amazon}`])
  await startMigration(deps, ctx, id)
  await expect(startMigration(deps, ctx, id)).rejects.toMatchObject({ code: 'YOUTUBE_CHANNEL_BUSY' })
  expect(await project.work(1)).toHaveLength(1)
  expect(await stopRun(deps, ctx, id)).toMatchObject({ status: 'ready', videos: { migrated: 1, planned: 1 } })
  expect(await project.work()).toEqual([])
})

it('does not write a video that was excluded after it was queued', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id, videos } = await aConnectedChannel(project, [`One: ${amazon}`, `Two: ${amazon}`, `Three: ${amazon}`])
  const [one, two, three] = videos.map((video) => video.id)
  await startMigration(deps, ctx, id)
  server.interfere(({ method }) => (method === 'PUT' ? { status: 409, reason: 'conflict' } : undefined))
  await failRun(project)
  server.interfere(undefined)
  // The last video was about to be written when the run failed. It is excluded now, so it is not written either.
  for (const left of [one, three]) await setVideoExcluded(deps, ctx, { channelId: id, videoId: left ?? '', isExcluded: true })
  await startMigration(deps, ctx, id)
  expect(await project.work()).toEqual([two])
  expect(await project.read(id)).toMatchObject({ status: 'completed', videos: { migrated: 1, excluded: 2 } })
})

it('does not write a video whose run is stopped while it is read', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  await startMigration(deps, ctx, id)
  const google = changeConsent(project, (consent) => ({
    writerOf(token) {
      const writer = consent.writerOf(token)
      const list = writer.videos.list.bind(writer.videos) as (...call: unknown[]) => unknown
      writer.videos.list = (async (...call: unknown[]) => {
        const answer = await list(...call)
        await stopRun(deps, ctx, id)
        return answer
      }) as never
      return writer
    },
  }))
  await writeNextVideo({ ...project.jobs, google })
  expect(server.account.writes).toEqual([])
  expect(await project.storedLinks()).toEqual([])
  expect(await project.read(id)).toMatchObject({ status: 'ready', videos: { planned: 1 } })
})

it('reads a video again if the machine was suspended before the write', async () => {
  await using project = await openYoutubeProject()
  const { deps, jobs, server, ctx, clock } = project
  const { id, videos } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  const [video] = videos
  if (video === undefined) throw new Error('There is a video')
  await startMigration(deps, ctx, id)
  const next = <Id extends string>() => {
    clock.forward(60_000)
    return jobs.ids.next<Id>()
  }
  await writeNextVideo({ ...jobs, ids: { next } })
  expect(server.account.writes).toEqual([])
  video.snippet.description = `Edited: ${amazon}`
  clock.forward(5 * 60_000)
  expect(await project.work()).toEqual([])
  expect(await project.read(id)).toMatchObject({ videos: { changed: 1 } })
})

it('writes the current slug of a short link', async () => {
  await using project = await openYoutubeProject()
  const { deps, ctx } = project
  const { id, videos } = await aConnectedChannel(project, [`One: ${amazon}`, `Two: ${amazon}`])
  await startMigration(deps, ctx, id)
  await project.work(1)
  const { links } = await listLinks(deps, ctx, { limit: 1, archived: false, search: '' })
  const linkId = links[0]?.url_id as never
  const visits = stubLinkVisits(new Map())
  await updateLink({ ...deps, visits }, { ...ctx, now: project.clock.now() }, { linkId, update: { slug: 'lamp-of-mia' } })
  await project.work()
  expect(videos[0]?.snippet.description).toBe(`One: ${deps.origins.public}/lamp-of-mia?v=${videos[0]?.id}`)
})

it('names the right video in short links that were copied from another description, and does not change other short links', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id, channel, videos } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  await startMigration(deps, ctx, id)
  await project.work()
  const template = videos[0]?.snippet.description ?? ''
  const tagged = `${template.replace('Lamp: ', '')}&utm_source=mia`
  const others = `${deps.origins.public}/others?v=aBcDeFgHi01 ${deps.origins.public}/mine ${tagged}`
  const copy = server.account.addVideo(channel, { description: `${template}\n${others}` })
  await rescan(project, id)
  expect(await project.read(id)).toMatchObject({ status: 'ready', linksFound: 2, videos: { planned: 1, migrated: 1 } })
  await startMigration(deps, ctx, id)
  expect(await project.work()).toEqual([copy.id])

  expect(template).toContain(`?v=${videos[0]?.id}`)
  expect(copy.snippet.description).toBe(`${template.replace(`${videos[0]?.id}`, copy.id)}\n${others}`)
  expect(await project.storedLinks()).toHaveLength(1)
})

it('leaves a video migrated if YouTube rejects its undo, and undoes it later', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id, videos } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  await startMigration(deps, ctx, id)
  await project.work()
  server.interfere(({ method }) => (method === 'PUT' ? { status: 400, reason: 'invalidDescription' } : undefined))
  await startUndo(deps, ctx, { channelId: id, videoId: undefined })
  await project.work()
  expect((await listVideos(deps, ctx, { channelId: id, query: { limit: 20 } })).videos).toMatchObject([
    { state: 'migrated', reason: 'rejected' },
  ])
  server.interfere(undefined)
  await startUndo(deps, ctx, { channelId: id, videoId: undefined })
  await project.work()
  expect(videos[0]?.snippet.description).toBe(`Lamp: ${amazon}`)
})

it('undoes a video that was written before its run failed', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id, videos } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  await startMigration(deps, ctx, id)
  server.loseAnswers(true)
  await project.work(1)
  server.loseAnswers(false)
  server.interfere(({ resource }) => (resource === 'videos' ? { status: 503, reason: 'backendError' } : undefined))
  await failRun(project)
  expect(videos[0]?.snippet.description).not.toContain(amazon)
  server.interfere(undefined)
  await startUndo(deps, ctx, { channelId: id, videoId: undefined })
  await project.work()
  expect(videos[0]?.snippet.description).toBe(`Lamp: ${amazon}`)
})

it('does not write videos that waited for a failed run after all videos are undone', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id } = await aConnectedChannel(project, [`One: ${amazon}`, `Two: ${amazon}`, `Three: ${amazon}`])
  await startMigration(deps, ctx, id)
  await project.work(1)
  server.interfere(({ method }) => (method === 'PUT' ? { status: 409, reason: 'conflict' } : undefined))
  await failRun(project)
  expect(await project.read(id)).toMatchObject({ status: 'failed', videos: { migrated: 1, queued: 2 } })
  server.interfere(undefined)
  await startUndo(deps, ctx, { channelId: id, videoId: undefined })
  await project.work()
  expect(await project.read(id)).toMatchObject({ status: 'ready', videos: { restored: 2, planned: 1, queued: 0 } })
})

it('recognizes a migrated video again after a scan that read an old copy of it', async () => {
  await using project = await openYoutubeProject()
  const { deps, ctx } = project
  const { id, videos } = await aConnectedChannel(project, [`Lamp: ${amazon}`, `Desk: ${ebay}`])
  await startMigration(deps, ctx, id)
  await project.work()
  const migrated = videos.map((video) => video.snippet.description)
  const show = (descriptions: readonly string[]) => {
    for (const [index, video] of videos.entries()) video.snippet.description = descriptions[index] ?? ''
  }
  show([`Lamp: ${amazon}`, `Desk: ${ebay}`])
  await rescan(project, id)
  expect(await project.read(id)).toMatchObject({ videos: { planned: 2 } })
  show(migrated)
  await startMigration(deps, ctx, id)
  expect(await project.work()).toEqual([])
  expect(await project.read(id)).toMatchObject({ videos: { migrated: 2 } })

  show([`Lamp: ${amazon}`, `Desk: ${ebay}`])
  await rescan(project, id)
  show(migrated)
  await rescan(project, id)
  await startUndo(deps, ctx, { channelId: id, videoId: undefined })
  await project.work()
  expect(videos.map((video) => video.snippet.description)).toEqual([`Lamp: ${amazon}`, `Desk: ${ebay}`])
})

it('continues after a video that the owner may not edit', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { id, videos } = await aConnectedChannel(project, [`One: ${amazon}`, `Two: ${amazon}`])
  const [one, two] = videos.map((video) => video.id)
  await startMigration(deps, ctx, id)
  server.interfere(({ method, body }) => (method === 'PUT' && body.includes(two ?? '') ? { status: 403, reason: 'forbidden' } : undefined))
  expect(await project.work()).toEqual([one])
  const { videos: failed } = await listVideos(deps, ctx, { channelId: id, query: { state: 'failed', limit: 20 } })
  expect(failed).toMatchObject([{ video_id: two, reason: 'rejected' }])
})

it('fails a run after six internal errors', async () => {
  await using project = await openYoutubeProject()
  const { deps, jobs, ctx } = project
  const { id } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  await startMigration(deps, ctx, id)
  const broken = changeConsent(project, () => ({
    writerOf() {
      throw new Error('broken')
    },
  }))
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await expect(writeNextVideo({ ...jobs, google: broken })).rejects.toThrow('broken')
    project.clock.forward(3_600_000)
  }
  expect(await project.read(id)).toMatchObject({ status: 'failed', error: 'youtube_failed' })
})

it('stops at once if the daily quota is used up', async () => {
  await using project = await openYoutubeProject({ unitsPerDay: 50 })
  const { deps, ctx } = project
  const { id } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  await startMigration(deps, ctx, id)
  expect(await project.work()).toEqual([])
  expect(await stopRun(deps, ctx, id)).toMatchObject({ status: 'ready', videos: { planned: 1 } })
})

it('retries soon if Google still counts the previous day just after midnight', async () => {
  await using project = await openYoutubeProject({ now: '2026-11-20T08:01:00.000Z' })
  const { deps, server, ctx } = project
  const { id, videos } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  await startMigration(deps, ctx, id)
  server.setUnitsPerDay(server.unitsUsed())
  expect(await project.work()).toEqual([])
  server.setUnitsPerDay(10_000)
  project.clock.forward(11 * 60_000)
  expect(await project.work()).toEqual(videos.map((video) => video.id))
})

it('stores an encrypted connection once, only for the user who requested it', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const channel = server.account.addChannel()
  const other = server.account.addChannel()
  const id = await project.scanned(channel)
  await expect(startMigration(deps, ctx, id)).rejects.toMatchObject({ code: 'YOUTUBE_CONNECTION_REQUIRED' })

  const { url } = await connectChannel(deps, ctx, id)
  const query = new URL(url).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    access_type: 'offline',
    include_granted_scopes: 'true',
    code_challenge_method: 'S256',
    redirect_uri: 'http://app.test/settings/youtube',
    scope: 'https://www.googleapis.com/auth/youtube.force-ssl',
  })
  const state = query.get('state') ?? ''
  const finish = (code: string, by = ctx, sent = state) => finishConnection(deps, by, { state: sent, code })
  const stranger = await project.anotherProject()
  await expect(finish(server.account.consent(url, channel), { ...ctx, actor: stranger.actor })).rejects.toMatchObject({
    code: 'YOUTUBE_CONNECTION_EXPIRED',
  })
  await expect(finish(server.account.consent(url, channel), ctx, 'forged')).rejects.toMatchObject({ code: 'YOUTUBE_CONNECTION_EXPIRED' })
  await expect(finish('forged')).rejects.toMatchObject({ code: 'YOUTUBE_CONNECTION_REFUSED' })
  await expect(finish(server.account.consent(url, channel, 'openid'))).rejects.toMatchObject({ code: 'YOUTUBE_CONNECTION_REFUSED' })
  await expect(finish(server.account.consent(url, other))).rejects.toMatchObject({ code: 'YOUTUBE_CHANNEL_NOT_OWNED' })

  expect(await finish(server.account.consent(url, channel))).toMatchObject({ connection: 'connected' })
  await expect(finish(server.account.consent(url, channel))).rejects.toMatchObject({ code: 'YOUTUBE_CONNECTION_EXPIRED' })
  const [stored] = await project.storedConnections()
  expect(stored?.refresh_token).not.toContain('1//')
  expect(JSON.stringify(await project.auditEntries())).not.toContain('1//')
  expect(await disconnectChannel(deps, ctx, id)).toMatchObject({ connection: 'none' })
  expect(await project.storedConnections()).toEqual([])

  const { url: late } = await connectChannel(deps, ctx, id)
  project.clock.forward(11 * 60_000)
  await expect(finish(server.account.consent(late, channel), ctx, new URL(late).searchParams.get('state') ?? '')).rejects.toMatchObject({
    code: 'YOUTUBE_CONNECTION_EXPIRED',
  })
})

it('shows that Google no longer accepts a connection, and continues after a new connection', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { channel, id } = await aConnectedChannel(project, [`Lamp: ${amazon}`])
  await startMigration(deps, ctx, id)
  server.account.expireAccessTokens()
  server.account.revokeAll()
  await project.work()
  expect(await project.read(id)).toMatchObject({ status: 'failed', error: 'connection_revoked', connection: 'revoked' })
  await expect(startMigration(deps, ctx, id)).rejects.toMatchObject({ code: 'YOUTUBE_CONNECTION_REQUIRED' })
  await project.connected(channel, id)
  expect(await project.read(id)).toMatchObject({ status: 'ready', connection: 'connected' })
  await startMigration(deps, ctx, id)
  await project.work()
  expect(await project.read(id)).toMatchObject({ status: 'completed' })
})

it('records that the plan allows no more links', async () => {
  await using project = await openYoutubeProject()
  const { deps } = project
  const ctx = { ...project.ctx }
  const { id } = await aConnectedChannel(
    project,
    Array.from({ length: 12 }, (_, nth) => `Lamp: https://www.amazon.com/dp/B07FZ8S${100 + nth}`),
  )
  await project.downgrade()
  await startMigration(deps, ctx, id)
  expect(await project.work()).toHaveLength(10)
  const { videos } = await listVideos(deps, ctx, { channelId: id, query: { state: 'failed', limit: 20 } })
  expect(videos.map(({ reason }) => reason)).toEqual(['link_limit', 'link_limit'])
})

it('creates no links after the project is archived', async () => {
  await using project = await openYoutubeProject()
  const { deps } = project
  const ctx = { ...project.ctx }
  const { id } = await aConnectedChannel(project, ['Lamp: https://www.amazon.com/dp/B07FZ8S74R'])
  await startMigration(deps, ctx, id)
  await queryAsOwner(deps, "update projects set status = 'archived'")

  expect(await project.work()).toEqual([])

  const { videos } = await listVideos(deps, ctx, { channelId: id, query: { state: 'failed', limit: 20 } })
  expect(videos.map(({ reason }) => reason)).toEqual(['project_archived'])
})

/** Runs turns until the channel has failed. */
async function failRun(project: YoutubeProject): Promise<void> {
  for (let attempt = 0; attempt < 6; attempt += 1) {
    project.clock.forward(3_600_000)
    await project.work()
  }
}

/** Returns Google with some methods of its client `consent` replaced. */
function changeConsent({ server: { google } }: YoutubeProject, changed: (consent: ConsentClient) => Partial<ConsentClient>): Google {
  if (google.consent === undefined) throw new Error('There is a client')
  return { ...google, consent: { ...google.consent, ...changed(google.consent) } }
}

async function rescan(project: YoutubeProject, id: Awaited<ReturnType<typeof aConnectedChannel>>['id']): Promise<void> {
  project.clock.forward(3_600_000)
  await rescanChannel(project.deps, project.ctx, id)
  await project.scan(id)
}
