import { type YoutubeChannelId, youtubeChannelForm, youtubeChannelId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openYoutubeProject } from '../../test/builders/open-youtube-project.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { answerWith, openShopServer } from '../../test/open-shop-server.ts'
import { addChannel, changeChannel, deleteChannel, listChannels, rescanChannel } from './channels/channels.ts'
import { selectUnitsUsed } from './google/quota.ts'
import { getPreview, setLinkChoice } from './preview/get-preview.ts'
import { listVideos, setVideoExcluded } from './preview/list-videos.ts'
import { findUploads } from './scan/find-uploads.ts'
import { scanChannel } from './scan/scan-channel.ts'

const amazon = 'https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20'

it('finds a channel by every format of its URL', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const mia = server.account.addChannel({
    handle: '@mia',
    username: 'miavids',
    customUrl: 'MiaLamps',
    title: 'MiaLamps',
    playlists: ['PLaaaaaaaaaaaaaaaa'],
  })
  const video = server.account.addVideo(mia, { description: 'Nothing' })
  const forms = [
    '@mia',
    'youtube.com/@mia/videos',
    'https://www.youtube.com/@mia?si=abc',
    `https://www.youtube.com/channel/${mia.id}/shorts`,
    'https://m.youtube.com/user/miavids',
    'https://www.youtube.com/c/MiaLamps/featured',
    'https://www.youtube.com/MiaLamps',
    `https://youtu.be/${video.id}?t=4`,
    `https://www.youtube.com/watch?v=${video.id}`,
    `https://www.youtube.com/shorts/${video.id}`,
    'https://www.youtube.com/playlist?list=PLaaaaaaaaaaaaaaaa',
  ]
  for (const form of forms) {
    expect(youtubeChannelForm.safeParse({ channelUrl: form }).success).toBe(true)
    const added = await addChannel(deps, ctx, form)
    expect({ form, name: added.channelName, status: added.status, subscribers: added.subscribers }).toEqual({
      form,
      name: 'MiaLamps',
      status: 'pending',
      subscribers: 1_200,
    })
    await deleteChannel(ctx, added.id as never)
  }
})

it('rejects a URL without a channel, an unknown channel, and a channel that was already added under another name', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const mia = server.account.addChannel({ handle: '@mia' })
  const getMessage = (channelUrl: string) => youtubeChannelForm.safeParse({ channelUrl }).error?.issues[0]?.message
  expect(getMessage('  ')).toBe('Please enter a channel URL')
  for (const other of ['lamps', 'https://vimeo.com/@mia', 'https://www.youtube.com/feed/trending', 'https://www.youtube.com/watch?v=short'])
    expect(getMessage(other)).toBe('Please enter a valid YouTube channel URL')
  await expect(addChannel(deps, ctx, '@nobody')).rejects.toMatchObject({ code: 'YOUTUBE_CHANNEL_UNKNOWN' })

  await addChannel(deps, ctx, '@mia')
  await expect(addChannel(deps, ctx, `https://www.youtube.com/channel/${mia.id}`)).rejects.toMatchObject({
    code: 'YOUTUBE_CHANNEL_EXISTS',
    message: 'This channel has been added already.',
  })
  expect((await listChannels(deps, ctx)).status).toBe('in_progress')
})

it('reports if it is not configured, and scans without an OAuth client', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const { noGoogle } = await import('./google/google.ts')
  await expect(addChannel({ ...deps, google: noGoogle }, ctx, '@mia')).rejects.toMatchObject({ code: 'YOUTUBE_NOT_CONFIGURED' })
  expect((await listChannels({ ...deps, google: noGoogle }, ctx)).google).toEqual({
    can_scan: false,
    can_connect: false,
    redirect_url: 'http://app.test/settings/youtube',
  })
  const keyOnly = await server.withSettings({ hasClient: false })
  server.account.addChannel({ handle: '@mia' })
  await addChannel({ ...deps, google: keyOnly }, ctx, '@mia')
  expect((await listChannels({ ...deps, google: keyOnly }, ctx)).google).toMatchObject({ can_scan: true, can_connect: false })
})

it('scans all uploads page by page, skips Shorts, resolves short links, and previews the changes', async () => {
  await using shop = await openShopServer({
    'https://bit.ly/lamp': answerWith(301, '', { location: 'https://www.ebay.com/itm/123456789012' }),
  })
  await using project = await openYoutubeProject()
  const { server, ctx } = project
  const deps = { ...project.deps, fetchDestination: shop.fetch({ maxRedirects: 0 }) }
  project.jobs.fetchDestination = deps.fetchDestination
  const mia = server.account.addChannel({ handle: '@mia' })
  for (let nth = 0; nth < 70; nth += 1) server.account.addVideo(mia, { description: `Lamp ${nth}: ${amazon}\nBlog: https://mia.example/` })
  server.account.addVideo(mia, { description: `Short: ${amazon}`, isShort: true })
  server.account.addVideo(mia, { description: 'No link' })
  const last = server.account.addVideo(mia, {
    description: `Two (${amazon}), and https://bit.ly/lamp.`,
    localizations: { de: { title: 'Zwei', description: `Zwei: ${amazon}` } },
  })

  const id = await project.scanned(mia)

  const channel = await project.read(id)
  expect(channel).toMatchObject({ status: 'ready', linksFound: 143, linksReplaced: 0, connection: 'none' })
  expect(channel.videos).toMatchObject({ planned: 71, short: 1, unchanged: 1 })
  // The server counted as many units as the database.
  expect(server.unitsUsed()).toBe(await selectUnitsUsed(deps.db, '2026-11-20'))
  const preview = await getPreview(deps, ctx, id)
  expect(preview).toMatchObject({ videos: 71, links: 73, new_links: 2, quota_units: 71 * 51, finishes_on: '2026-11-20' })
  expect(preview.groups).toEqual([
    { group: 'amazon', links: 72, excluded: false },
    { group: 'ebay', links: 1, excluded: false },
    { group: 'other', links: 70, excluded: true },
  ])
  const page = await listVideos(deps, ctx, { channelId: id, query: { state: 'planned', limit: 20 } })
  expect(page.videos).toHaveLength(20)
  const [first] = page.videos
  const findShortUrl = (original: string) => first?.links.find((link) => link.original === original)?.shortened
  expect(first).toMatchObject({
    video_id: last.id,
    state: 'planned',
    languages: ['de'],
    diff: [
      { kind: 'removed', text: last.snippet.description },
      { kind: 'added', text: `Two (${findShortUrl(amazon)}), and ${findShortUrl('https://bit.ly/lamp')}.` },
    ],
  })
  expect(first?.links.find(({ original }) => original === 'https://bit.ly/lamp')).toMatchObject({
    target: 'https://www.ebay.com/itm/123456789012',
    group: 'ebay',
  })
  const next = await listVideos(deps, ctx, { channelId: id, query: { state: 'planned', limit: 50, cursor: page.nextCursor } })
  expect(next.videos.map(({ video_id }) => video_id)).not.toContain(page.videos.at(-1)?.video_id)
  expect(
    (await listVideos(deps, ctx, { channelId: id, query: { state: 'planned', limit: 1, cursor: next.nextCursor } })).videos,
  ).toHaveLength(1)
})

it('excludes the videos, links and groups that the owner excluded', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const mia = server.account.addChannel()
  server.account.addVideo(mia, { description: `${amazon} https://www.ebay.com/itm/123456789012` })
  const other = server.account.addVideo(mia, { description: 'https://blog.example/lamps' })
  const third = server.account.addVideo(mia, { description: amazon })
  const id = await project.scanned(mia)
  expect(await getPreview(deps, ctx, id)).toMatchObject({ videos: 2, links: 3 })

  expect(await setVideoExcluded(deps, ctx, { channelId: id, videoId: third.id, isExcluded: true })).toMatchObject({
    state: 'excluded',
    is_excluded: true,
  })
  expect(await getPreview(deps, ctx, id)).toMatchObject({ videos: 1, links: 2 })
  expect(await setLinkChoice(deps, ctx, { channelId: id, original: amazon, is_excluded: true })).toMatchObject({ videos: 1, links: 1 })
  expect(await setLinkChoice(deps, ctx, { channelId: id, original: 'https://blog.example/lamps', is_excluded: false })).toMatchObject({
    videos: 2,
    links: 2,
  })
  await changeChannel(deps, ctx, { channelId: id, change: { excluded_groups: ['ebay', 'other'], disclosure: 'Paid links below.' } })
  const { videos } = await listVideos(deps, ctx, { channelId: id, query: { state: 'planned', limit: 20 } })
  expect(videos).toMatchObject([
    { video_id: other.id, diff: [{ kind: 'removed' }, { kind: 'added', text: 'Paid links below.' }, { kind: 'added' }] },
  ])
  await expect(setLinkChoice(deps, ctx, { channelId: id, original: 'https://nowhere.example/', is_excluded: true })).rejects.toMatchObject({
    code: 'YOUTUBE_LINK_NOT_FOUND',
  })
})

it('resumes a scan after its last page, and waits for the next day if the quota is used up', async () => {
  await using project = await openYoutubeProject({ unitsPerDay: 4 })
  const { server, ctx, jobs } = project
  const mia = server.account.addChannel()
  for (let nth = 0; nth < 120; nth += 1) server.account.addVideo(mia, { description: amazon })
  // One unit finds the channel, two units read the first page, and the fourth unit reads the list of the second page.
  const id = await project.scanned(mia)
  expect(await project.read(id)).toMatchObject({ status: 'scanning', linksFound: 50, paused_until: '2026-11-21T08:00:00.000Z' })
  expect(server.unitsUsed()).toBe(4)

  project.clock.forward(24 * 3_600_000)
  server.startDay()
  server.interfere(({ resource }) => (resource === 'videos' ? { status: 503, reason: 'backendError' } : undefined))
  await expect(project.scan(id)).rejects.toThrow('Google: unavailable')
  server.interfere(undefined)
  server.setUnitsPerDay(1_000)
  await scanChannel(
    { ...jobs, google: { ...server.google, unitsPerDay: 1_000 } },
    { organizationId: ctx.organization.id, projectId: ctx.project.id, channelId: id },
    { job: { attempts: 2, max_attempts: 25 } as never },
  )
  expect(await project.read(id)).toMatchObject({ status: 'ready', linksFound: 120 })
})

it('scans a large channel in several jobs', async () => {
  await using project = await openYoutubeProject()
  const { server, jobs, clock } = project
  const mia = server.account.addChannel()
  for (let nth = 0; nth < 120; nth += 1) server.account.addVideo(mia, { description: amazon })
  server.interfere(({ resource }) => {
    if (resource === 'playlistItems') clock.forward(61_000)
    return undefined
  })
  const id = await project.scanned(mia)
  expect(await project.read(id)).toMatchObject({ status: 'scanning', linksFound: 50 })
  // The first job enqueued the next job, which replaced the job that was enqueued when the channel was added.
  const { rows } = await sql`select revision from graphile_worker.jobs where task_identifier = 'scan-youtube-channel'`.execute(jobs.db)
  expect(rows).toEqual([{ revision: 1 }])
  for (let job = 0; job < 4; job += 1) await project.scan(id)
  expect(await project.read(id)).toMatchObject({ status: 'ready', linksFound: 120 })
})

it('resolves short URLs within the limits of outbound requests, and resolves the others in a later scan', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx, jobs, clock } = project
  let requestCount = 0
  jobs.fetchDestination = async (url) => {
    requestCount += 1
    return { url, status: 301, location: 'https://www.ebay.com/itm/123456789012', contentType: '', body: Buffer.of() }
  }
  const scanNew = async (of: typeof ctx) => {
    const channel = server.account.addChannel()
    server.account.addVideo(channel, { description: 'https://bit.ly/lamp' })
    return project.scanned(channel, of)
  }
  const listGroups = async (id: YoutubeChannelId, of: typeof ctx) => (await getPreview(deps, of, id)).groups
  const ebay = [{ group: 'ebay', links: 1, excluded: false }]
  for (let nth = 0; nth < 2; nth += 1) expect(await listGroups(await scanNew(ctx), ctx)).toEqual(ebay)
  expect(requestCount).toBe(1)

  await queryAsOwner(deps, 'update short_url_requests set requested_at = array_fill(requested_at[1], array[6])')
  const other = await project.anotherProject()
  const late = await scanNew(other)
  expect(await project.read(late, other)).toMatchObject({ status: 'ready', linksFound: 1 })
  expect(await listGroups(late, other)).toMatchObject([{ group: 'other' }])
  expect(requestCount).toBe(1)

  clock.forward(25 * 3_600_000)
  await rescanChannel(deps, other, late)
  await project.scan(late, other)
  expect(await listGroups(late, other)).toEqual(ebay)
  expect(requestCount).toBe(2)
})

it('reports a failed scan if its last attempt ended with an internal error', async () => {
  await using project = await openYoutubeProject()
  const { server, ctx, jobs } = project
  const mia = server.account.addChannel()
  server.account.addVideo(mia, { description: 'https://bit.ly/lamp' })
  const fetchDestination = () => Promise.reject(new Error('broken'))
  const scanBroken = (attempts: number) =>
    scanChannel(
      { ...jobs, fetchDestination },
      { organizationId: ctx.organization.id, projectId: ctx.project.id, channelId: id },
      { job: { attempts, max_attempts: 25 } as never },
    )
  const id = youtubeChannelId.parse((await addChannel(project.deps, ctx, mia.handle)).id)
  await expect(scanBroken(24)).rejects.toThrow('broken')
  expect(await project.read(id)).toMatchObject({ status: 'scanning' })
  project.clock.forward(3_600_000)
  await scanBroken(25)
  expect(await project.read(id)).toMatchObject({ status: 'failed', error: 'youtube_failed' })
})

it('offers new uploads of a watched channel, and migrates them if the owner chose this', async () => {
  await using project = await openYoutubeProject()
  const { deps, jobs, server, ctx } = project
  const mia = server.account.addChannel()
  const id = await project.scanned(mia)
  await project.connected(mia, id)
  const lookForUploads = () => findUploads(jobs, { organizationId: ctx.organization.id, projectId: ctx.project.id, channelId: id })
  await changeChannel(deps, ctx, { channelId: id, change: { watch: 'offer' } })
  server.account.addVideo(mia, { description: amazon })
  server.account.addVideo(mia, { description: amazon, isShort: true })
  await lookForUploads()
  expect(await project.read(id)).toMatchObject({ status: 'ready', videos: { planned: 1, short: 1 } })

  await changeChannel(deps, ctx, { channelId: id, change: { watch: 'automatic' } })
  server.account.addVideo(mia, { description: amazon })
  const added = mia.videos[0]?.id
  await lookForUploads()
  expect(await project.read(id)).toMatchObject({ status: 'migrating', run: { kind: 'migrate', done: 0, total: 1 } })
  // The owner had not chosen to migrate the earlier video, so it was not migrated.
  expect(await project.work()).toEqual([added])
  expect(await project.read(id)).toMatchObject({ status: 'ready', videos: { migrated: 1, planned: 1 } })
})
