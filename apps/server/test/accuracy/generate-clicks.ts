import type { ClickRecord } from '../../src/clicks/index.ts'
import { type Agent, type MadePerson, makePeople } from './generate-visitors.ts'
import type { Seeded } from './seeded-random.ts'

/** What is kept of a click, and beside it what is to be counted: known because it was made so. */
export interface MadeClick {
  kept: Omit<ClickRecord, 'id'>
  isBot: boolean
  isScan: boolean
  /** One subscriber with one browser in one project on one UTC day. */
  visitor: string
  person: MadePerson
  agent: Agent
  referrer: string
  utm: Campaign
}

interface Campaign {
  source: string
  medium: string
  campaign: string
}

/** Where clicks go: the first projects, and the first links of each, have the most. */
export interface Target {
  organizationId: string
  projectId: string
  linkIds: readonly string[]
}

export interface ToMake {
  count: number
  targets: readonly Target[]
  /** Instants around which a third of all clicks fall, half of them before. */
  edges: readonly number[]
  /** From and until, in milliseconds since 1970: the others fall in there. */
  spans: readonly (readonly [from: number, until: number])[]
}

export function makeClicks(seeded: Seeded, { count, targets, edges, spans }: ToMake): MadeClick[] {
  const people = makePeople(seeded, Math.ceil(count / 12))
  const clicks: MadeClick[] = []
  while (clicks.length < count) {
    const target = seeded.pickSkewed(targets)
    const at = seeded.happens(1 / 3) ? nearEdge(seeded, seeded.pick(edges)) : withTimeout(seeded, seeded.pick(spans))
    const click = makeClick(seeded, { at, target, linkId: seeded.pickSkewed(target.linkIds), person: seeded.pickSkewed(people) })
    clicks.push(click)
    // A second tap, up to five seconds later, also when midnight lies between.
    if (seeded.happens(0.1)) clicks.push(movedTo(click, at + seeded.below(5_000)))
  }
  return clicks.slice(0, count).sort((left, right) => left.kept.at - right.kept.at)
}

interface Where {
  at: number
  target: Target
  linkId: string
  person: MadePerson
}

function makeClick(seeded: Seeded, { at, target, linkId, person }: Where): MadeClick {
  const { botWords, isBot } = seeded.happens(0.08) ? { botWords: seeded.pick(waysOfBots), isBot: true } : { botWords: {}, isBot: false }
  const agent = botWords.agent ?? person.agent
  const [referrer, referrerHost] = botWords.referrer ?? seeded.pickSkewed(referrers)
  const [campaignQuery, utm] = seeded.happens(0.15) ? seeded.pick(campaigns) : noCampaign
  const isScan = seeded.happens(0.05)
  const queries = [campaignQuery, isScan ? 'qr=1' : '', seeded.happens(0.1) ? 'fbclid=x1' : ''].filter((query) => query !== '')
  const kept = {
    at,
    organizationId: target.organizationId,
    projectId: target.projectId,
    linkId,
    method: botWords.method ?? 'GET',
    rule: 'default',
    revision: 0,
    address: seeded.pick(person.addresses),
    userAgent: agent.userAgent,
    referrer,
    acceptLanguage: 'en-GB,en;q=0.9',
    purpose: botWords.purpose ?? '',
    country: person.proxyCountry,
    query: queries.join('&'),
  }
  return { kept, isBot, isScan, visitor: visitorOf(kept, person), person, agent, referrer: referrerHost, utm }
}

function movedTo(click: MadeClick, at: number): MadeClick {
  const kept = { ...click.kept, at }
  return { ...click, kept, visitor: visitorOf(kept, click.person) }
}

function visitorOf(kept: MadeClick['kept'], { network }: MadePerson): string {
  return [new Date(kept.at).toISOString().slice(0, 10), kept.projectId, network, kept.userAgent].join(' ')
}

/** What a request says when it is no person's click; what it doesn't say is as a person's. */
interface BotWords {
  method?: string
  purpose?: string
  agent?: Agent
  referrer?: Referrer
}

type Referrer = readonly [header: string, host: string]

const nothingKnown = { device: 'other', browser: '', os: '' }
const waysOfBots: readonly BotWords[] = [
  { method: 'HEAD' },
  { purpose: 'prefetch' },
  { purpose: 'prefetch;prerender' },
  { purpose: 'Preview' },
  { agent: { userAgent: '', device: '', browser: '', os: '' } },
  { agent: { userAgent: 'curl/8.14.1', ...nothingKnown } },
  { agent: { userAgent: 'Iframely/1.3.1 (+https://iframely.com/docs/about)', ...nothingKnown } },
  { agent: { userAgent: 'Barracuda Sentinel (EE)', ...nothingKnown } },
  { referrer: ['https://eur01.safelinks.protection.outlook.com/?url=x', 'eur01.safelinks.protection.outlook.com'] },
]

const referrers: readonly Referrer[] = [
  ['', ''],
  ['https://www.instagram.com/p/1?a=b#c', 'instagram.com'],
  ['https://l.instagram.com/?u=x', 'l.instagram.com'],
  ['HTTPS://News.Example:8443/today', 'news.example'],
  ['http://news.example/', 'news.example'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['about:blank', ''],
  ['no address', ''],
  // More than a page of a breakdown shows.
  ...Array.from({ length: 150 }, (_, nth): Referrer => [`https://blog-${nth}.example/post`, `blog-${nth}.example`]),
]

const noCampaign: readonly [string, Campaign] = ['', { source: '', medium: '', campaign: '' }]
const campaigns: readonly (readonly [string, Campaign])[] = [
  ['utm_source=instagram&utm_medium=social&utm_campaign=spring', { source: 'instagram', medium: 'social', campaign: 'spring' }],
  ['utm_source=Instagram&utm_medium=social', { source: 'Instagram', medium: 'social', campaign: '' }],
  ['utm_campaign=Spring%20sale&utm_source=news+letter', { source: 'news letter', medium: '', campaign: 'Spring sale' }],
  ['utm_medium=%C3%A9mail&utm_campaign=%20spring%20', { source: '', medium: 'émail', campaign: 'spring' }],
]

function nearEdge(seeded: Seeded, edge: number): number {
  return edge + seeded.pick([-1, 0, 1, -seeded.below(5_000), seeded.below(5_000), -seeded.below(1_800_000), seeded.below(1_800_000)])
}

function withTimeout(seeded: Seeded, [from, until]: readonly [number, number]): number {
  return from + seeded.below(until - from)
}
