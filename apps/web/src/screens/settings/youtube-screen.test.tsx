import { errorCatalog, type YoutubeChannel, type YoutubePreview, type YoutubeVideo, youtubeVideoStates } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Answer, anOrganization, errorReply, inProject, openDashboard, Reply, type SentCall } from '../../../test/open-dashboard.tsx'

const youtube = `${inProject}/youtube`
const id = '0197a000-0000-7000-8000-000000000901'
const oneChannel = `${youtube}/channels/${id}`
const noVideos = Object.fromEntries(youtubeVideoStates.map((state) => [state, 0])) as YoutubeChannel['videos']

function aChannel(changes: Partial<YoutubeChannel> = {}): YoutubeChannel {
  return {
    id,
    channelName: 'Slow Coffee',
    channelUrl: 'https://www.youtube.com/@slowcoffee',
    status: 'ready',
    subscribers: 10,
    thumbnailUrl: null,
    linksFound: 3,
    linksReplaced: 0,
    lastMigrationDate: null,
    replacedLinks: [],
    error: null,
    connection: 'connected',
    videos: { ...noVideos, planned: 1 },
    run: null,
    paused_until: null,
    watch: 'off',
    disclosure: null,
    excluded_groups: ['other'],
    scanned_at: '2025-11-30T08:12:00.000Z',
    ...changes,
  }
}

const google = { can_scan: true, can_connect: true, redirect_url: 'https://app.example/settings/youtube' }
const quota = { units_per_day: 10_000, units_used: 0, resets_at: '2025-12-01T08:00:00.000Z' }

function createChannelList(channels: YoutubeChannel[], status: 'complete' | 'in_progress' = 'complete') {
  return { channels, status, google, quota }
}

const preview: YoutubePreview = {
  videos: 1,
  links: 3,
  new_links: 2,
  link_room: 10,
  quota_units: 52,
  finishes_on: '2025-11-30',
  groups: [
    { group: 'amazon', links: 2, excluded: false },
    { group: 'other', links: 1, excluded: true },
  ],
}

const kettle = 'https://amzn.to/3abc'
const video: YoutubeVideo = {
  video_id: 'aBcDeFgHi01',
  title: 'Three kettles',
  thumbnail_url: 'https://i.ytimg.com/vi/aBcDeFgHi01/mqdefault.jpg',
  published_at: '2025-10-12T15:00:00.000Z',
  state: 'planned',
  reason: null,
  is_excluded: false,
  links: [
    {
      original: kettle,
      target: 'https://www.amazon.com/dp/B07FZ8S74R',
      group: 'amazon',
      shortened: 'https://sho.rt/a',
      is_excluded: false,
    },
  ],
  diff: [
    { kind: 'removed', text: `Kettle: ${kettle}` },
    { kind: 'added', text: 'Kettle: https://sho.rt/a' },
  ],
  languages: [],
}

/** Opens a path. Returns the calls that change something. */
function open(path: string, channels: YoutubeChannel[], answers: Record<string, Answer> = {}): SentCall[] {
  const sent: SentCall[] = []
  const record =
    (answer: Answer): Answer =>
    (call) => {
      if (call.method !== 'GET') sent.push(call)
      return answer(call)
    }
  const all: Record<string, Answer> = {
    [`GET ${youtube}/channels`]: () => createChannelList(channels),
    [`GET ${oneChannel}/preview`]: () => preview,
    [`GET ${oneChannel}/videos`]: () => [video],
    [`PATCH ${oneChannel}`]: () => aChannel(),
    ...answers,
  }
  openDashboard(path, Object.fromEntries(Object.entries(all).map(([call, answer]) => [call, record(answer)])))
  return sent
}

const detail = `/settings/youtube?channel=${id}`

async function press(name: string | RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
}

async function addChannel(url: string, name = ''): Promise<void> {
  await press('Add Channel')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Channel URL' }), url)
  if (name !== '') await userEvent.type(screen.getByRole('textbox', { name: 'Channel name' }), name)
  await press('Add Channel')
}

describe('adding a channel', () => {
  it.each([
    [' ', 'Please enter a channel URL'],
    ['https://vimeo.com/slowcoffee', 'Please enter a valid YouTube channel URL'],
  ])('rejects %o without a request', async (typed, message) => {
    const sent = open('/settings/youtube', [])
    await addChannel(typed)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('sends only the URL, closes the form, shows the channel, and says if its name differs', async () => {
    const channels: YoutubeChannel[] = []
    const sent = open('/settings/youtube', channels, {
      [`POST ${youtube}/channels`]: () => {
        channels.push(aChannel({ status: 'pending' }))
        return new Reply(201, channels[0])
      },
    })
    await addChannel('@slowcoffee', 'Fast Coffee')
    expect(await screen.findByText('Channel Added')).toBeTruthy()
    expect(screen.getByText('YouTube calls it “Slow Coffee”.')).toBeTruthy()
    expect(await within(await screen.findByRole('list', { name: 'Channels' })).findByText('Pending')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Channel URL' })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Channel' })))
    expect(sent.map(({ body }) => body)).toEqual([{ channelUrl: '@slowcoffee' }])
  })

  it('shows at the field that a channel was already added', async () => {
    const { message } = errorCatalog.YOUTUBE_CHANNEL_EXISTS
    open('/settings/youtube', [], { [`POST ${youtube}/channels`]: () => errorReply(409, 'YOUTUBE_CHANNEL_EXISTS', message) })
    await addChannel('@slowcoffee')
    expect(await screen.findByText(message)).toBeTruthy()
  })
})

describe('the results', () => {
  const completed = aChannel({
    status: 'completed',
    linksReplaced: 3,
    replacedLinks: [{ original: kettle, shortened: 'https://sho.rt/a' }],
  })
  const isShown = () => screen.queryByRole('region', { name: 'Migration results' }) !== null

  it('show the replaced links of a completed channel', async () => {
    open('/settings/youtube', [completed])
    const results = await screen.findByRole('region', { name: 'Migration results' })
    expect(within(results).getByRole('link', { name: 'sho.rt/a' }).getAttribute('href')).toBe('https://sho.rt/a')
    expect(within(results).getByText('amzn.to/3abc')).toBeTruthy()
  })

  it.each<[string, YoutubeChannel, 'complete' | 'in_progress']>([
    ['a channel is worked on', completed, 'in_progress'],
    ['no link was replaced', { ...completed, replacedLinks: [] }, 'complete'],
    ['the channel is not completed', { ...completed, status: 'ready' }, 'complete'],
  ])('are not shown while %s', async (_name, channel, status) => {
    open('/settings/youtube', [], { [`GET ${youtube}/channels`]: () => createChannelList([channel], status) })
    await screen.findByRole('list', { name: 'Channels' })
    expect(isShown()).toBe(false)
  })
})

describe('a channel', () => {
  it('starts a migration after a confirmation', async () => {
    const sent = open(detail, [aChannel()], { [`POST ${oneChannel}/migrate`]: () => new Reply(202, aChannel({ status: 'migrating' })) })
    await press('Migrate 1 video')
    const dialog = await screen.findByRole('dialog', { name: 'Migrate descriptions' })
    expect(sent).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Migrate' }))
    expect(await screen.findByText('Migration Started')).toBeTruthy()
    expect(sent.map(({ path }) => path)).toEqual([`${oneChannel}/migrate`])
  })

  it('does not start without a Google account', async () => {
    open(detail, [aChannel({ connection: 'none' })])
    expect(await screen.findByRole('button', { name: 'Migrate 1 video', hidden: true })).toHaveProperty('disabled', true)
  })

  it('excludes a shop, a video and a link', async () => {
    const sent = open(detail, [aChannel()], {
      [`PATCH ${oneChannel}/videos/${video.video_id}`]: () => ({ ...video, state: 'excluded', is_excluded: true }),
      [`PATCH ${oneChannel}/links`]: () => preview,
    })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'amzn.to/3abc', hidden: true }))
    await userEvent.click(await screen.findByRole('switch', { name: 'Amazon' }))
    await userEvent.click(await screen.findByRole('switch', { name: 'Migrate Three kettles' }))
    await waitFor(() =>
      expect(sent.map(({ path, body }) => [path, body])).toEqual([
        [`${oneChannel}/links`, { original: kettle, is_excluded: true }],
        [oneChannel, { excluded_groups: ['other', 'amazon'] }],
        [`${oneChannel}/videos/${video.video_id}`, { is_excluded: true }],
      ]),
    )
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Migrate Three kettles' })).toHaveProperty('checked', false))
  })

  it('saves the disclosure, and rejects a disclosure that YouTube would reject', async () => {
    const sent = open(detail, [aChannel({ disclosure: 'Ad' })])
    const field = await screen.findByRole('textbox', { name: 'Disclosure' })
    await userEvent.type(field, ' <3')
    await press('Save disclosure')
    expect(await screen.findByText('YouTube allows no < and >')).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, 'Paid links')
    await press('Save disclosure')
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ disclosure: 'Paid links' }]))
  })

  it('undoes one video', async () => {
    const migrated = aChannel({ status: 'completed', videos: { ...noVideos, migrated: 1 } })
    const sent = open(detail, [migrated], {
      [`GET ${oneChannel}/videos`]: () => [{ ...video, state: 'migrated' }],
      [`POST ${oneChannel}/undo`]: () => new Reply(202, migrated),
    })
    await press('Undo Three kettles')
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Undo video' })).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ video_id: video.video_id }]))
  })

  it('continues an undo that failed', async () => {
    const failed = aChannel({ status: 'failed', error: 'youtube_failed', videos: { ...noVideos, restoring: 2 } })
    const sent = open(detail, [failed], { [`POST ${oneChannel}/undo`]: () => new Reply(202, failed) })
    await press('Undo all')
    const dialog = await screen.findByRole('dialog', { name: 'Undo migration' })
    expect(within(dialog).getByText('2 videos')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{}]))
  })
})

describe('the clicks of a migrated video', () => {
  const migrated = aChannel({ status: 'completed', videos: { ...noVideos, migrated: 1 } })
  const answers = { [`GET ${oneChannel}/videos`]: () => [{ ...video, state: 'migrated' }] }

  it('are linked if the organization has full analytics', async () => {
    open(detail, [migrated], { ...answers, 'GET /v1/organizations': () => [anOrganization({ full_analytics_enabled: true })] })
    const link = await screen.findByRole('link', { name: 'Clicks of Three kettles' })
    expect(link.getAttribute('href')).toBe('/analytics?video=aBcDeFgHi01')
  })

  it('are not shown without full analytics', async () => {
    open(detail, [migrated], answers)
    expect(await screen.findByRole('button', { name: 'Undo Three kettles' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Clicks of Three kettles' })).toBeNull()
  })
})

describe('the redirect back from Google', () => {
  it('stores the connection only once, and shows the channel', async () => {
    const sent = open('/settings/youtube?state=s&code=c', [aChannel()], { [`POST ${youtube}/connections`]: () => aChannel() })
    expect(await screen.findByRole('heading', { name: 'Slow Coffee' })).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ state: 's', code: 'c' }])
  })

  it.each([
    ['state=s&error=access_denied', errorCatalog.YOUTUBE_CONNECTION_REFUSED.message],
    ['state=s&code=c', errorCatalog.YOUTUBE_CHANNEL_NOT_OWNED.message],
  ])('says why there is no connection: %s', async (query, message) => {
    open(`/settings/youtube?${query}`, [aChannel()], {
      [`POST ${youtube}/connections`]: () => errorReply(409, 'YOUTUBE_CHANNEL_NOT_OWNED', errorCatalog.YOUTUBE_CHANNEL_NOT_OWNED.message),
    })
    expect(await screen.findByText(message)).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Show channels' }))
    expect(await screen.findByRole('list', { name: 'Channels' })).toBeTruthy()
  })
})
