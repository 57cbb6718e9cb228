import {
  type BotFilter,
  type BreakdownKind,
  type BreakdownRow,
  type DailyClicks,
  type DailyLinkClicks,
  type Dashboard,
  breakdownKinds as kinds,
  type LinkTraffic,
  type TopPerformingLink,
  type Visitor,
} from '@linkshelf/contract'
import type { GeneratedClick } from './generate-clicks.ts'

// Counts clicks one by one, without any server code, as the reference for the server's responses.

/** Clicks by calendar day (`yyyy-mm-dd`) in one time zone. */
export type ClicksByDay = ReadonlyMap<string, readonly GeneratedClick[]>

/** Selects the clicks of a project that are counted. */
export interface ClickSelection {
  projectId: string
  linkId?: string
  bots: BotFilter
  /** Values that the clicks must have, for example `{ country: 'DE' }`. */
  properties?: Properties
  /** The days to count. If undefined, all days. */
  days?: CalendarRange
}

export type Properties = Partial<Record<BreakdownKind, string>>

/** The first and the last day, inclusive, as `yyyy-mm-dd`. */
export interface CalendarRange {
  from: string
  to: string
}

export function groupByDay(clicks: readonly GeneratedClick[], timeZone: string): ClicksByDay {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  // Formatting is slow, so its result is cached by minute; time zones change their offset at whole minutes.
  const dayByMinute = new Map<number, string>()
  return Map.groupBy(clicks, ({ record }) => {
    const minute = Math.floor(record.at / 60_000)
    const day = dayByMinute.get(minute) ?? calendar.format(minute * 60_000)
    dayByMinute.set(minute, day)
    return day
  })
}

export function selectClicks(calendar: ClicksByDay, { projectId, linkId, bots, properties = {}, days }: ClickSelection): GeneratedClick[] {
  const required = kinds.flatMap((kind) => (properties[kind] === undefined ? [] : [[nameReaderByKind[kind], properties[kind]] as const]))
  return [...calendar]
    .filter(([day]) => days === undefined || (day >= days.from && day <= days.to))
    .flatMap(([, clicks]) => clicks)
    .filter(
      (click) =>
        click.record.projectId === projectId &&
        (linkId === undefined || click.record.linkId === linkId) &&
        (bots === 'include' || click.isBot === (bots === 'only')) &&
        required.every(([nameIn, name]) => nameIn(click) === name),
    )
}

export function countClicksByDay(calendar: ClicksByDay, chosen: ClickSelection, dates: readonly string[]): DailyClicks[] {
  return dates.map((date) => ({ date, clicks: selectClicks(calendar, { ...chosen, days: { from: date, to: date } }).length }))
}

export function countLinkClicksByDay(calendar: ClicksByDay, chosen: ClickSelection, dates: readonly string[]): DailyLinkClicks[] {
  return dates.map((date) => {
    const clicks = selectClicks(calendar, { ...chosen, days: { from: date, to: date } })
    return { date, clicks: clicks.length, scans: clicks.filter(({ isScan }) => isScan).length }
  })
}

export function computeTotals(chosen: readonly GeneratedClick[]): Dashboard {
  const countries = new Set(chosen.map(({ person }) => person.country).filter((country) => country !== ''))
  return { totalClicks: chosen.length, visitors: countVisitors(chosen), countries: countries.size }
}

export function countClicksByLink(chosen: readonly GeneratedClick[]): Pick<TopPerformingLink, 'url_id' | 'clicks'>[] {
  return [...countBy(chosen, ({ record }) => record.linkId)].map(([url_id, clicks]) => ({ url_id, clicks }))
}

export function countLinkTraffic(chosen: readonly GeneratedClick[], linkIds: readonly string[]): LinkTraffic[] {
  const byLink = Map.groupBy(chosen, ({ record }) => record.linkId)
  return linkIds.map((url_id) => {
    const clicks = byLink.get(url_id) ?? []
    return { url_id, clicks: clicks.length, visits: countVisitors(clicks) }
  })
}

const nameReaderByKind: Record<BreakdownKind, (click: GeneratedClick) => string> = {
  country: ({ person }) => person.country,
  city: ({ person }) => person.city,
  device: ({ agent }) => agent.device,
  browser: ({ agent }) => agent.browser,
  os: ({ agent }) => agent.os,
  source: ({ source }) => source,
  referrer: ({ referrer }) => referrer,
  utm_source: ({ utm }) => utm.source,
  utm_medium: ({ utm }) => utm.medium,
  utm_campaign: ({ utm }) => utm.campaign,
  utm_term: ({ utm }) => utm.term ?? '',
  utm_content: ({ utm }) => utm.content ?? '',
  shop: ({ record }) => record.shop,
  shop_reason: ({ record }) => record.shopReason,
  video: ({ video }) => video,
  domain: ({ record }) => record.host,
}

/** The displayed name of each host in the generated clicks. The empty host is the instance's own. */
const titleByHost: Record<string, string> = {
  '': 'go.test',
  'go.lamps.example': 'go.lamps.example',
  'xn--lmpen-gra.example': 'lämpen.example',
}

/** Returns the rows in no particular order. */
export function computeBreakdown(chosen: readonly GeneratedClick[], by: BreakdownKind): BreakdownRow[] {
  const groups = Map.groupBy(chosen, (click) =>
    by === 'city' ? `${click.person.country}|${click.person.city}` : nameReaderByKind[by](click),
  )
  return [...groups.values()].flatMap((clicks) => {
    const [first] = clicks
    if (first === undefined) return []
    const country = by === 'city' && { country: first.person.country }
    const name = nameReaderByKind[by](first)
    const title = by === 'domain' && { title: titleByHost[name] }
    return [{ name, ...country, ...title, clicks: clicks.length, visits: countVisitors(clicks) }]
  })
}

/** Returns visitors without ids, because only the server can compute the ids. */
export function toVisitors(chosen: readonly GeneratedClick[]): Omit<Visitor, 'id'>[] {
  return [...Map.groupBy(chosen, ({ visitor }) => visitor).values()].flatMap((clicks) => {
    const [first] = clicks.toSorted((left, right) => left.record.at - right.record.at)
    if (first === undefined) return []
    const { agent, person, record } = first
    return [
      {
        device: agent.device,
        browser: agent.browser,
        os: agent.os,
        country: person.country,
        city: person.city,
        subdivision1: person.subdivision,
        firstAt: new Date(record.at).toISOString(),
        views: clicks.length,
      },
    ]
  })
}

function countVisitors(clicks: readonly GeneratedClick[]): number {
  return new Set(clicks.map(({ visitor }) => visitor)).size
}

function countBy(clicks: readonly GeneratedClick[], toKey: (click: GeneratedClick) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const click of clicks) counts.set(toKey(click), (counts.get(toKey(click)) ?? 0) + 1)
  return counts
}
