import type { ClickRecord } from '../../src/clicks/index.ts'
import { type Agent, type GeneratedPerson, generatePeople } from './generate-visitors.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A click record and the values that the server must derive from it. */
export interface GeneratedClick {
  record: Omit<ClickRecord, 'id'>
  isBot: boolean
  isScan: boolean
  /** Identifies one network and User-Agent in one project on one UTC day. */
  visitor: string
  person: GeneratedPerson
  agent: Agent
  referrer: string
  source: string
  utm: Campaign
  /** The YouTube video whose description contains the link. Empty if there is no video. */
  video: string
}

interface Campaign {
  source: string
  medium: string
  campaign: string
  term?: string
  content?: string
}

/** A project whose links are clicked. The first targets, and the first links of a target, get the most clicks. */
export interface Target {
  organizationId: string
  projectId: string
  linkIds: readonly string[]
}

export interface GenerateOptions {
  count: number
  targets: readonly Target[]
  /**
   * Instants in milliseconds since 1970. A third of all clicks fall within half an hour before or after one of them.
   */
  boundaries: readonly number[]
  /** Intervals in milliseconds since 1970. All other clicks fall within one of them. */
  intervals: readonly (readonly [from: number, until: number])[]
}

export function generateClicks(seeded: SeededRandom, { count, targets, boundaries, intervals }: GenerateOptions): GeneratedClick[] {
  const people = generatePeople(seeded, Math.ceil(count / 12))
  const clicks: GeneratedClick[] = []
  while (clicks.length < count) {
    const target = seeded.pickSkewed(targets)
    const at = seeded.chance(1 / 3) ? pickAroundInstant(seeded, seeded.pick(boundaries)) : pickInInterval(seeded, seeded.pick(intervals))
    const click = generateClick(seeded, { at, target, linkId: seeded.pickSkewed(target.linkIds), person: seeded.pickSkewed(people) })
    clicks.push(click)
    // A second tap follows within five seconds, even if midnight lies between the two.
    if (seeded.chance(0.1)) clicks.push(repeatClick(click, at + seeded.below(5_000)))
  }
  return clicks.slice(0, count).sort((left, right) => left.record.at - right.record.at)
}

interface ClickPlan {
  at: number
  target: Target
  linkId: string
  person: GeneratedPerson
}

const videos = ['aBcDeFgHi01', 'aBcDeFgHi02', '-_3456789ab']

const shops = [
  { shop: '', shopReason: '' },
  { shop: 'amazon.de', shopReason: 'local_search' },
  { shop: 'amazon.com', shopReason: 'same' },
]

const aliasIds = ['', '01980000-0000-7000-8000-0000000000aa', '01980000-0000-7000-8000-0000000000ab']
const hosts = ['', 'go.lamps.example', 'xn--lmpen-gra.example']

function generateClick(seeded: SeededRandom, { at, target, linkId, person }: ClickPlan): GeneratedClick {
  const { botTraits, isBot } = seeded.chance(0.08) ? { botTraits: seeded.pick(botKinds), isBot: true } : { botTraits: {}, isBot: false }
  const agent = botTraits.agent ?? person.agent
  const [referrer, referrerHost, source = referrerHost] = botTraits.referrer ?? seeded.pickSkewed(referrers)
  const [campaignQuery, utmOfVisit] = seeded.chance(0.15) ? seeded.pick(campaigns) : noCampaign
  const [campaign, utmOfDestination] = seeded.chance(0.15) ? seeded.pick(campaigns) : noCampaign
  const isScan = seeded.chance(0.05)
  const video = seeded.chance(0.2) ? seeded.pick(videos) : ''
  const queries = [campaignQuery, isScan ? 'qr=1' : '', video && `v=${video}`, seeded.chance(0.1) ? 'fbclid=x1' : ''].filter(
    (query) => query !== '',
  )
  const record = {
    at,
    organizationId: target.organizationId,
    projectId: target.projectId,
    linkId,
    method: botTraits.method ?? 'GET',
    rule: 'default',
    revision: 0,
    ...seeded.pick(shops),
    address: seeded.pick(person.addresses),
    userAgent: agent.userAgent,
    referrer,
    acceptLanguage: 'en-GB,en;q=0.9',
    purpose: botTraits.purpose ?? '',
    country: person.proxyCountry,
    query: queries.join('&'),
    campaign,
    host: seeded.pickSkewed(hosts),
    aliasId: seeded.pickSkewed(aliasIds),
  }
  const utm = campaignQuery === '' ? utmOfDestination : utmOfVisit
  const appSource = appBrowsers.has(agent.browser) ? agent.browser.replace('Google app', 'Google') : ''
  const visitor = toVisitorKey(record, person)
  return { record, isBot, isScan, visitor, person, agent, referrer: referrerHost, source: source || appSource, utm, video }
}

function repeatClick(click: GeneratedClick, at: number): GeneratedClick {
  const record = { ...click.record, at }
  return { ...click, record, visitor: toVisitorKey(record, click.person) }
}

function toVisitorKey(record: GeneratedClick['record'], { network }: GeneratedPerson): string {
  return [new Date(record.at).toISOString().slice(0, 10), record.projectId, network, record.userAgent].join(' ')
}

/** How a bot's request differs from a person's. */
interface BotTraits {
  method?: string
  purpose?: string
  agent?: Agent
  referrer?: Referrer
}

type Referrer = readonly [header: string, host: string, source?: string]

const unknownDevice = { device: 'other', browser: '', os: '' }
const botKinds: readonly BotTraits[] = [
  { method: 'HEAD' },
  { purpose: 'prefetch' },
  { purpose: 'prefetch;prerender' },
  { purpose: 'Preview' },
  { agent: { userAgent: '', device: '', browser: '', os: '' } },
  { agent: { userAgent: 'curl/8.14.1', ...unknownDevice } },
  { agent: { userAgent: 'Iframely/1.3.1 (+https://iframely.com/docs/about)', ...unknownDevice } },
  { agent: { userAgent: 'Barracuda Sentinel (EE)', ...unknownDevice } },
  { referrer: ['https://eur01.safelinks.protection.outlook.com/?url=x', 'eur01.safelinks.protection.outlook.com', 'Outlook'] },
]

const referrers: readonly Referrer[] = [
  ['', ''],
  ['https://www.instagram.com/p/1?a=b#c', 'instagram.com', 'Instagram'],
  ['https://l.instagram.com/?u=x', 'l.instagram.com', 'Instagram'],
  ['HTTPS://News.Example:8443/today', 'news.example'],
  ['http://news.example/', 'news.example'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm', 'Gmail'],
  ['about:blank', ''],
  ['no address', ''],
  // The list is longer than one page of a breakdown.
  ...Array.from({ length: 150 }, (_, nth): Referrer => [`https://blog-${nth}.example/post`, `blog-${nth}.example`]),
]

/** Browsers inside apps. If a click from such a browser has no referrer, the app is its source. */
const appBrowsers = new Set(
  `Instagram,Threads,Messenger,Facebook,WhatsApp,TikTok,Pinterest,Snapchat,LinkedIn,X,Reddit,YouTube,WeChat,LINE,KakaoTalk,Naver,QQ,Weibo,
  Alipay,Telegram,Slack,Klarna,Google app,Yahoo,Baidu`.split(/,\s*/),
)

const noCampaign: readonly [string, Campaign] = ['', { source: '', medium: '', campaign: '' }]
const campaigns: readonly (readonly [string, Campaign])[] = [
  ['utm_source=instagram&utm_medium=social&utm_campaign=spring', { source: 'instagram', medium: 'social', campaign: 'spring' }],
  ['utm_source=Instagram&utm_medium=social', { source: 'Instagram', medium: 'social', campaign: '' }],
  ['utm_campaign=Spring%20sale&utm_source=news+letter', { source: 'news letter', medium: '', campaign: 'Spring sale' }],
  ['utm_source=search&utm_term=red+lamp&utm_content=top', { source: 'search', medium: '', campaign: '', term: 'red lamp', content: 'top' }],
  ['utm_medium=%C3%A9mail&utm_campaign=%20spring%20', { source: '', medium: 'émail', campaign: 'spring' }],
]

function pickAroundInstant(seeded: SeededRandom, boundary: number): number {
  return boundary + seeded.pick([-1, 0, 1, -seeded.below(5_000), seeded.below(5_000), -seeded.below(1_800_000), seeded.below(1_800_000)])
}

function pickInInterval(seeded: SeededRandom, [from, until]: readonly [number, number]): number {
  return from + seeded.below(until - from)
}
