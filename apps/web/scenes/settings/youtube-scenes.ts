import {
  errorCatalog,
  type YoutubeChannel,
  type YoutubeChannelList,
  type YoutubePreview,
  type YoutubeVideo,
  type YoutubeVideoState,
  youtubeVideoStates,
} from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { type Answer, anOrganization, errorReply, inProject, internalError, noReply, Reply } from '../../test/api-answers.ts'
import { cup, lamp } from '../sample-answers.ts'
import type { Scenes } from '../scene.ts'
import { press } from '../steps.ts'

const youtube = `${inProject}/youtube`
const id = '0197a000-0000-7000-8000-000000000901'
const oneChannel = `${youtube}/channels/${id}`
const detail = `/settings/youtube?channel=${id}`

const noVideos = Object.fromEntries(youtubeVideoStates.map((state) => [state, 0])) as YoutubeChannel['videos']

function aChannel(changes: Partial<YoutubeChannel> = {}): YoutubeChannel {
  return {
    id,
    channelName: 'Slow Coffee',
    channelUrl: 'https://www.youtube.com/@slowcoffee',
    status: 'ready',
    subscribers: 12_400,
    thumbnailUrl: cup,
    linksFound: 312,
    linksReplaced: 0,
    lastMigrationDate: null,
    replacedLinks: [],
    error: null,
    connection: 'connected',
    videos: { ...noVideos, planned: 48, too_long: 1, unchanged: 86, short: 9 },
    run: null,
    paused_until: null,
    watch: 'off',
    disclosure: null,
    excluded_groups: ['other'],
    scanned_at: '2025-11-30T08:12:00.000Z',
    ...changes,
  }
}

const google = { can_scan: true, can_connect: true, redirect_url: 'https://app.linkshelf.example/settings/youtube' }
const quota = { units_per_day: 10_000, units_used: 160, resets_at: '2025-12-01T08:00:00.000Z' }

function aList(channels: YoutubeChannel[], changes: Partial<YoutubeChannelList> = {}): YoutubeChannelList {
  const isWorking = channels.some(({ status }) => status === 'scanning' || status === 'migrating' || status === 'pending')
  return { channels, status: isWorking ? 'in_progress' : 'complete', google, quota, ...changes }
}

function createChannelAnswers(...channels: YoutubeChannel[]) {
  return { [`GET ${youtube}/channels`]: () => aList(channels) }
}

function aPreview(changes: Partial<YoutubePreview> = {}): YoutubePreview {
  return {
    videos: 48,
    links: 212,
    new_links: 61,
    link_room: 4_820,
    quota_units: 2_405,
    finishes_on: '2025-11-30',
    groups: [
      { group: 'amazon', links: 187, excluded: false },
      { group: 'ebay', links: 14, excluded: false },
      { group: 'aliexpress', links: 11, excluded: false },
      { group: 'other', links: 100, excluded: true },
    ],
    ...changes,
  }
}

const description: YoutubeVideo['diff'] = [
  { kind: 'same', text: 'Three kettles, one winner. All tested for a month, twice a day.' },
  { kind: 'same', text: '' },
  { kind: 'same', text: '00:00 Intro' },
  { kind: 'same', text: '02:10 The cheap one' },
  { kind: 'same', text: '' },
  { kind: 'removed', text: '☕ Kettle: https://www.amazon.com/dp/B07FZ8S74R?tag=slowcoffee-20&linkCode=ogi&th=1' },
  { kind: 'removed', text: 'Scale (https://amzn.to/3KuVtpq), grinder (https://ebay.us/m/kT4pQz)' },
  { kind: 'added', text: '☕ Kettle: https://sho.rt/7xK2mPq?v=aBcDeFgHi01' },
  { kind: 'added', text: 'Scale (https://sho.rt/9aB3cDe?v=aBcDeFgHi01), grinder (https://sho.rt/4fG5hJk?v=aBcDeFgHi01)' },
  { kind: 'same', text: 'Beans from https://roastery.example' },
  { kind: 'same', text: '' },
  { kind: 'same', text: 'Questions: hello@slowcoffee.example' },
  { kind: 'same', text: '#coffee #kettle' },
]

const linksOfVideo: YoutubeVideo['links'] = [
  {
    original: 'https://www.amazon.com/dp/B07FZ8S74R?tag=slowcoffee-20&linkCode=ogi&th=1',
    target: 'https://www.amazon.com/dp/B07FZ8S74R?tag=slowcoffee-20&linkCode=ogi&th=1',
    group: 'amazon',
    shortened: 'https://sho.rt/7xK2mPq?v=aBcDeFgHi01',
    is_excluded: false,
  },
  {
    original: 'https://amzn.to/3KuVtpq',
    target: 'https://www.amazon.com/dp/B0113UZJE2?tag=slowcoffee-20',
    group: 'amazon',
    shortened: 'https://sho.rt/9aB3cDe?v=aBcDeFgHi01',
    is_excluded: false,
  },
  {
    original: 'https://roastery.example',
    target: 'https://roastery.example/',
    group: 'other',
    shortened: 'https://sho.rt/2wX8yZa?v=aBcDeFgHi01',
    is_excluded: true,
  },
]

function aVideo(number: number, title: string, changes: Partial<YoutubeVideo> = {}): YoutubeVideo {
  return {
    video_id: `aBcDeFgHi0${number}`,
    title,
    thumbnail_url: number % 2 === 0 ? lamp : cup,
    published_at: '2025-10-12T15:00:00.000Z',
    state: 'planned',
    reason: null,
    is_excluded: false,
    links: linksOfVideo,
    diff: description,
    languages: [],
    ...changes,
  }
}

const kettles = 'Three kettles, one winner'
const edited: YoutubeVideo['diff'] = [
  { kind: 'same', text: '☕ Kettle: https://sho.rt/7xK2mPq?v=aBcDeFgHi01' },
  { kind: 'removed', text: 'Questions: hello@slowcoffee.example' },
  { kind: 'added', text: 'Questions: ask@slowcoffee.example' },
]
const videosByState: Partial<Record<YoutubeVideoState, YoutubeVideo[]>> = {
  planned: [
    aVideo(1, kettles, { languages: ['de', 'ja'] }),
    aVideo(2, 'コーヒーミルを比べました', {
      diff: [
        { kind: 'same', text: 'ミルは三つです。' },
        { kind: 'removed', text: 'おすすめは「https://amzn.to/3mIruHa」です。' },
        { kind: 'added', text: 'おすすめは「https://sho.rt/6mN7pQr?v=aBcDeFgHi02」です。' },
      ],
      links: linksOfVideo.slice(0, 1),
    }),
  ],
  migrated: [aVideo(1, kettles, { state: 'migrated' })],
  left: [aVideo(1, kettles, { state: 'left', diff: edited })],
  failed: [aVideo(2, 'A lamp for dark mornings', { state: 'failed', reason: 'link_limit', diff: [] })],
}
const videos: Answer = ({ query }) =>
  new Reply(
    200,
    videosByState[query.get('state') as YoutubeVideoState] ?? [],
    query.get('state') === 'planned' ? { 'x-next-cursor': 'next' } : {},
  )

const migrated = { ...noVideos, migrated: 48, unchanged: 86, short: 9 }
const completed = aChannel({
  status: 'completed',
  linksReplaced: 212,
  lastMigrationDate: '2025-11-30T09:30:00.000Z',
  videos: migrated,
  disclosure: 'As an affiliate, I earn from qualifying purchases made through links here.',
  replacedLinks: linksOfVideo.map(({ original, shortened }) => ({ original, shortened: shortened.replace(/\?.*/, '') })),
})
const other = aChannel({
  id: '0197a000-0000-7000-8000-000000000902',
  channelName: 'Hobnails & Heather',
  channelUrl: 'https://www.youtube.com/@hobnails',
  thumbnailUrl: null,
  subscribers: null,
})

async function fillUrl(page: Page, url: string): Promise<void> {
  await press('Add Channel')(page)
  await page.getByRole('textbox', { name: 'Channel URL' }).fill(url)
  await page.getByRole('button', { name: 'Add Channel', exact: true }).click()
}

export const youtubeScenes: Scenes = {
  screen: 'settings-youtube',
  address: '/settings/youtube',
  title: 'YouTube · Linkshelf',
  answers: {
    'GET /v1/organizations': () => [anOrganization({ full_analytics_enabled: true, package: 'Pro' })],
    ...createChannelAnswers(aChannel()),
    [`GET ${oneChannel}/preview`]: () => aPreview(),
    [`GET ${oneChannel}/videos`]: videos,
  },
  states: [
    { name: 'loading', answers: { [`GET ${youtube}/channels`]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [`GET ${youtube}/channels`]: internalError }, shows: ['heading', 'The channels could not be loaded'] },
    { name: 'no channels yet', answers: createChannelAnswers(), shows: ['heading', 'No channels yet'], says: ['Add Channel'] },
    {
      name: 'no Google project',
      answers: { [`GET ${youtube}/channels`]: () => aList([], { google: { ...google, can_scan: false, can_connect: false } }) },
      shows: ['heading', 'Not connected to Google yet'],
      says: [/^The operator of this Linkshelf can set this up/],
    },
    {
      name: 'adding without a URL',
      answers: createChannelAnswers(),
      steps: (page) => fillUrl(page, ' '),
      shows: ['textbox', 'Channel URL'],
      says: ['Please enter a channel URL', 'Optional. It helps to notice if the URL belongs to another channel.'],
    },
    {
      name: 'adding a channel that is there',
      answers: {
        [`POST ${youtube}/channels`]: () => errorReply(409, 'YOUTUBE_CHANNEL_EXISTS', errorCatalog.YOUTUBE_CHANNEL_EXISTS.message),
      },
      steps: (page) => fillUrl(page, '@slowcoffee'),
      shows: ['textbox', 'Channel URL'],
      says: [errorCatalog.YOUTUBE_CHANNEL_EXISTS.message],
    },
    {
      name: 'added',
      answers: { ...createChannelAnswers(), [`POST ${youtube}/channels`]: () => aChannel({}) },
      steps: (page) => fillUrl(page, '@slowcoffee'),
      shows: ['alert'],
      says: ['Channel Added'],
    },
    {
      name: 'channels at work',
      answers: createChannelAnswers(
        aChannel({ status: 'scanning', linksFound: 0, scanned_at: null, videos: { ...noVideos, planned: 20, unchanged: 80 } }),
        { ...other, status: 'migrating', run: { kind: 'migrate', done: 31, total: 180 }, paused_until: '2025-12-01T08:00:00.000Z' },
        aChannel({
          id: '0197a000-0000-7000-8000-000000000903',
          channelName: 'Two Wheels East',
          channelUrl: 'https://www.youtube.com/@twowheelseast',
          thumbnailUrl: lamp,
          status: 'failed',
          error: 'channel_gone',
        }),
      ),
      shows: ['list', 'Channels'],
      says: ['Scanning', '100 videos read so far', 'Paused', '31 of 180 videos done', 'Failed'],
    },
    {
      name: 'results',
      answers: createChannelAnswers(completed, other),
      shows: ['region', 'Migration results'],
      says: ['212 links replaced', 'Review', 'sho.rt/7xK2mPq', /12\.4K subscribers/],
    },
    {
      name: 'ready',
      address: detail,
      shows: ['list', 'To migrate'],
      says: ['2,405', 'Today', 'Migrate 48 videos', 'Other links', kettles, /also in German, Japanese/, 'Show 5 unchanged lines'],
    },
    {
      name: 'choosing links',
      address: detail,
      answers: { [`GET ${oneChannel}/preview`]: () => aPreview({ new_links: 61, link_room: 7, finishes_on: '2025-12-02' }) },
      steps: async (page) => {
        await page.getByText('Choose links').first().click()
        await page.getByRole('button', { name: 'Show 5 unchanged lines' }).first().click()
      },
      shows: ['list', `Links of ${kettles}`],
      says: ['Stays in every description', '02:10 The cheap one', 'Not enough room for the short links', 'Dec 2'],
    },
    {
      name: 'not connected',
      address: detail,
      answers: createChannelAnswers(aChannel({ connection: 'none', watch: 'offer' })),
      shows: ['button', 'Connect with Google'],
      says: ['Connect the Google account of the channel first.', /listed here, so that you can migrate them/],
    },
    {
      name: 'no OAuth client',
      address: detail,
      answers: {
        [`GET ${youtube}/channels`]: () => aList([aChannel({ connection: 'none' })], { google: { ...google, can_connect: false } }),
      },
      shows: ['region', 'Google account'],
      says: [/The operator of this Linkshelf can set this up/],
    },
    {
      name: 'connection ended',
      address: detail,
      answers: createChannelAnswers(aChannel({ status: 'failed', error: 'connection_revoked', connection: 'revoked' })),
      shows: ['button', 'Connect again'],
      says: ['Connection ended', 'Google no longer accepts the connection. Connect the channel again.'],
    },
    {
      name: 'scanning',
      address: detail,
      answers: createChannelAnswers(
        aChannel({ status: 'scanning', scanned_at: null, linksFound: 0, connection: 'none', videos: { ...noVideos, planned: 50 } }),
      ),
      shows: ['progressbar', 'Scan'],
      says: [/50 videos read so far/],
    },
    {
      name: 'scanning, paused',
      address: detail,
      answers: createChannelAnswers(
        aChannel({
          status: 'scanning',
          scanned_at: null,
          linksFound: 0,
          connection: 'none',
          videos: { ...noVideos, planned: 50 },
          paused_until: '2025-12-01T08:00:00.000Z',
        }),
      ),
      shows: ['progressbar', 'Scan'],
      says: [
        /50 videos read so far\. YouTube’s quota for today is used up\. The scan continues by itself on .+, at midnight Pacific time\./,
      ],
    },
    {
      name: 'preview and videos could not be loaded',
      address: detail,
      answers: { [`GET ${oneChannel}/preview`]: internalError, [`GET ${oneChannel}/videos`]: internalError },
      shows: ['heading', 'The videos could not be loaded'],
      says: ['The preview could not be loaded'],
    },
    {
      name: 'migration confirmation',
      address: detail,
      steps: press('Migrate 48 videos'),
      shows: ['dialog', 'Migrate descriptions'],
      says: ['212 links'],
    },
    {
      name: 'migrating',
      address: detail,
      answers: createChannelAnswers(
        aChannel({ status: 'migrating', run: { kind: 'migrate', done: 12, total: 48 }, videos: { ...migrated, migrated: 12, queued: 36 } }),
      ),
      shows: ['progressbar', 'Migration'],
      says: ['Migrating', /12 of 48 videos done\. You can leave this page/, 'Stop'],
    },
    {
      name: 'paused by the quota',
      address: detail,
      answers: createChannelAnswers(
        aChannel({
          status: 'migrating',
          run: { kind: 'migrate', done: 12, total: 48 },
          paused_until: '2025-12-01T08:00:00.000Z',
          videos: { ...migrated, migrated: 12 },
        }),
      ),
      shows: ['progressbar', 'Migration'],
      says: ['Paused', /continues by itself on Dec 01, 2025 09:00/],
    },
    {
      name: 'completed',
      address: detail,
      answers: {
        ...createChannelAnswers(completed),
        [`GET ${oneChannel}/preview`]: () => aPreview({ videos: 0, links: 0, new_links: 0, quota_units: 0, finishes_on: null }),
      },
      shows: ['list', 'Migrated'],
      says: [/212 links in 48 videos replaced/, 'Undo all', 'No description has a link to migrate.'],
    },
    {
      name: 'undo confirmation',
      address: detail,
      answers: { ...createChannelAnswers(completed), [`GET ${oneChannel}/preview`]: () => aPreview({ videos: 0 }) },
      steps: press('Undo all'),
      shows: ['dialog', 'Undo migration'],
      says: ['48 videos'],
    },
    {
      name: 'undone, with an edited video left',
      address: detail,
      answers: createChannelAnswers(aChannel({ videos: { ...noVideos, failed: 1, restored: 46, left: 1 }, linksReplaced: 4 })),
      steps: async (page) => void (await page.getByText('Edited since the migration', { exact: true }).click()),
      shows: ['region', `What was edited in “${kettles}”`],
      says: ['Someone edited them after the migration, so they were not changed.', 'Undone'],
    },
    {
      name: 'videos that failed',
      address: detail,
      answers: createChannelAnswers(aChannel({ videos: { ...noVideos, failed: 1 } })),
      shows: ['list', 'Failed'],
      says: ['Your plan has no room for more links in this project.'],
    },
    {
      name: 'connecting',
      address: '/settings/youtube?state=s&code=c',
      answers: { [`POST ${youtube}/connections`]: noReply },
      shows: ['progressbar', 'Connecting'],
    },
    {
      name: 'connection refused',
      address: '/settings/youtube?state=s&error=access_denied',
      shows: ['heading', 'The channel is not connected'],
      says: [errorCatalog.YOUTUBE_CONNECTION_REFUSED.message],
    },
  ],
}
