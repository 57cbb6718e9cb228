import type { ClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'

export interface ClicksToFill {
  clicks: number
  /** Project 0 has a tenth of all clicks. */
  projects: number
  /** The time of the last click. The first click is 90 days earlier. */
  until: Date
}

export interface FilledProject {
  projectId: string
  linkIds: string[]
}

const days = 90
const dayMs = 86_400_000
const rowsAtOnce = 250_000

/**
 * Inserts clicks into the table that the shipper fills, oldest first. The engine computes each click from its number,
 * so the same numbers give the same clicks. A few countries, links and visitors have most of the clicks, and nights
 * have few clicks. A visitor has the same country, device and browser all day. 5 % of the clicks are bots, 2 % are
 * scans, and a tenth has a campaign. The first `filled` clicks exist already and are skipped.
 */
export async function fillClicks(
  clickhouse: ClickHouse,
  fill: ClicksToFill,
  { filled = 0, onProgress = () => undefined }: { filled?: number; onProgress?: (filled: number) => void } = {},
) {
  for (let from = filled; from < fill.clicks; from += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, fill.clicks - from)
    await clickhouse.command({ query: toInsertSql(fill, from, count), clickhouse_settings: { max_threads: 2, max_insert_threads: '1' } })
    onProgress(from + count)
  }
}

/**
 * Returns the ids of the nth project. Project 0 has the most clicks. A project in the middle of the others is typical.
 */
export async function findFilledProject(
  clickhouse: ClickHouse,
  { projects }: Pick<ClicksToFill, 'projects'>,
  nth: number,
): Promise<FilledProject> {
  const answer = await clickhouse.query({
    query: `WITH toUInt64(${nth}) AS project, ${toLinkCountSql('project')} AS link_count
      SELECT toString(${toProjectIdSql('project')}) AS projectId,
        arrayMap(link -> toString(${toLinkIdSql('project', 'link')}), range(link_count)) AS linkIds`,
    format: 'JSONEachRow',
  })
  const [filled] = await answer.json<FilledProject>()
  if (filled === undefined || nth >= projects) throw new Error(`There is no project ${nth}`)
  return filled
}

export function pickTypicalProject({ projects }: Pick<ClicksToFill, 'projects'>): number {
  return Math.ceil(projects / 2)
}

/**
 * Returns SQL for a UUID of version 7. In memory, the engine stores each half of a UUID as a number, so the first eight
 * bytes of the text are the lower half of the 128-bit number.
 */
function toUuidSql(first: string, second: string): string {
  const marked = `bitOr(bitAnd(${first}, 0xffffffffffff0fff), 0x7000)`
  return `reinterpret(bitOr(toUInt128(${marked}), bitShiftLeft(toUInt128(bitOr(bitShiftRight(${second}, 2), 0x8000000000000000)), 64)), 'UUID')`
}

const toHashedUuidSql = (of: string): string => toUuidSql(`cityHash64(${of}, 1)`, `cityHash64(${of}, 2)`)
const toOrganizationIdSql = (project: string): string => toHashedUuidSql(`'organization', ${project}`)
const toProjectIdSql = (project: string): string => toHashedUuidSql(`'project', ${project}`)
const toLinkIdSql = (project: string, link: string): string => toHashedUuidSql(`'link', ${project}, ${link}`)
const toLinkCountSql = (project: string): string =>
  `if(${project} = 0, 5000, 5 + toUInt64(495 * pow(${toChanceSql(`'links', ${project}`)}, 4)))`

/** Returns SQL for a number between 0 and 1, uniformly distributed. The same arguments give the same value. */
function toChanceSql(...of: string[]): string {
  return `(cityHash64(${of.join(', ')}) % 1000003 / 1000003)`
}

/**
 * Returns SQL for a number below `count`. Lower numbers are more frequent, and a higher power makes the distribution
 * steeper.
 */
function toSkewedSql(count: string | number, power: number, ...of: string[]): string {
  return `toUInt64(${count} * pow(${toChanceSql(...of)}, ${power}))`
}

const toListSql = (words: readonly string[]): string => `[${words.map((word) => `'${word}'`).join(', ')}]`

const countries =
  'US,GB,DE,IN,CA,FR,AU,BR,ES,IT,NL,JP,MX,SE,PL,CH,AT,BE,DK,NO,IE,PT,FI,NZ,SG,ZA,KR,TR,AE,AR,CZ,RO,GR,HU,IL,PH,ID,TH,CL,CO'.split(',')
const languages = ['en', 'de', 'hi', 'fr', 'pt', 'es', 'it', 'nl', 'ja', 'sv', 'pl']
const devices = [
  ['phone', 'Safari', 'iOS'],
  ['phone', 'Chrome', 'Android'],
  ['phone', 'Instagram', 'iOS'],
  ['desktop', 'Chrome', 'Windows'],
  ['phone', 'TikTok', 'Android'],
  ['desktop', 'Safari', 'macOS'],
  ['phone', 'Facebook', 'Android'],
  ['desktop', 'Edge', 'Windows'],
  ['phone', 'Samsung Internet', 'Android'],
  ['tablet', 'Safari', 'iOS'],
  ['desktop', 'Firefox', 'Windows'],
  ['desktop', 'Firefox', 'Linux'],
  ['phone', 'YouTube', 'iOS'],
  ['tablet', 'Chrome', 'Android'],
  ['tv', 'Chrome', 'Android'],
  ['console', 'PlayStation', 'PlayStation'],
] as const
const wellKnownHosts = [
  'l.instagram.com',
  'youtube.com',
  'l.facebook.com',
  'google.com',
  't.co',
  'pinterest.com',
  'tiktok.com',
  'reddit.com',
]
const reasons = ['bot', 'bot', 'bot', 'prefetch', 'head', 'mail-scanner', 'no-user-agent']

/**
 * Returns SQL for a shift in milliseconds. With this shift, there are four times as many clicks at 16:00 UTC as twelve
 * hours later.
 */
function toShiftSql(at: string): string {
  return `8000000 * sin(2 * pi() * (${at} / ${dayMs} - 16 / 24))`
}

function toInsertSql({ clicks, projects, until }: ClicksToFill, from: number, count: number): string {
  const begin = until.getTime() - days * dayMs
  const each = (days * dayMs) / clicks
  const perProjectAndDay = clicks / days / projects
  const toDeviceSql = (nth: 0 | 1 | 2) => `${toListSql(devices.map((kinds) => kinds[nth]))}[1 + device_nth]`
  return `
    INSERT INTO clicks (id, at, organization_id, project_id, link_id, visitor, is_bot, is_scan, reason, rule, country, subdivision, city,
      device, browser, os, referrer, language, utm_source, utm_medium, utm_campaign)
    WITH
      number + ${from} AS nth,
      -- Steady, and then drawn towards the afternoon: never so far that a later number is an earlier click, and the last is made at its time.
      ${begin} + nth * ${each} AS steady_ms,
      toInt64(steady_ms - ${toShiftSql('steady_ms')} + ${toShiftSql(String(until.getTime()))}) AS at_ms,
      if(cityHash64(nth, 'largest') % 10 = 0, 0, 1 + ${toSkewedSql(projects - 1, 1.5, 'nth', "'project'")}) AS project,
      ${toLinkCountSql('project')} AS link_count,
      ${toSkewedSql('link_count', 3, 'nth', "'link'")} AS link,
      ${perProjectAndDay} * if(project = 0, ${projects} * 0.1, 0.9) AS day_clicks,
      cityHash64(project, intDiv(at_ms, ${dayMs}), ${toSkewedSql('(1 + day_clicks * 0.8)', 1.4, 'nth', "'visitor'")}) AS visitor_nth,
      ${toSkewedSql(countries.length, 2.5, 'visitor_nth', "'country'")} AS country_nth,
      ${toSkewedSql(40, 2, 'visitor_nth', "'city'")} AS city_nth,
      ${toSkewedSql(devices.length, 1.8, 'visitor_nth', "'device'")} AS device_nth,
      ${toSkewedSql(260, 2, 'nth', "'referrer'")} AS referrer_nth,
      cityHash64(nth, 'bot') % 20 = 0 AS from_bot,
      cityHash64(nth, 'campaign') % 10 = 0 AS from_campaign,
      ${toListSql(countries)}[1 + country_nth] AS country_code
    SELECT
      ${toUuidSql(`bitOr(bitShiftLeft(toUInt64(at_ms), 16), cityHash64(nth, 'id') % 4096)`, `cityHash64(nth, 'tail')`)},
      fromUnixTimestamp64Milli(at_ms, 'UTC'),
      ${toOrganizationIdSql('project')},
      ${toProjectIdSql('project')},
      ${toLinkIdSql('project', 'link')},
      visitor_nth,
      from_bot,
      cityHash64(nth, 'scan') % 50 = 0,
      multiIf(from_bot, ${toListSql(reasons)}[1 + cityHash64(nth, 'reason') % ${reasons.length}], cityHash64(nth, 'repeat') % 50 = 0, 'repeat', ''),
      'default',
      if(visitor_nth % 100 = 0, '', country_code),
      if(visitor_nth % 100 = 0, '', concat(country_code, ' region ', toString(city_nth % 9))),
      if(visitor_nth % 100 < 4, '', concat(country_code, ' town ', toString(city_nth))),
      ${toDeviceSql(0)},
      ${toDeviceSql(1)},
      ${toDeviceSql(2)},
      multiIf(referrer_nth < 60, '', referrer_nth < ${60 + wellKnownHosts.length}, ${toListSql(wellKnownHosts)}[1 + referrer_nth - 60],
        concat('blog-', toString(referrer_nth - 60), '.example')),
      ${toListSql(languages)}[1 + country_nth % ${languages.length}],
      if(from_campaign, ${toListSql(['instagram', 'youtube', 'newsletter', 'tiktok'])}[1 + cityHash64(nth, 'source') % 4], ''),
      if(from_campaign, ${toListSql(['social', 'email', 'video'])}[1 + cityHash64(nth, 'medium') % 3], ''),
      if(from_campaign, concat('campaign-', toString(cityHash64(nth, 'name') % 30)), '')
    FROM numbers(${count})`
}
