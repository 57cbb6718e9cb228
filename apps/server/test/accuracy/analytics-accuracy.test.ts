// Ships generated clicks from the journal to ClickHouse. Compares every number in every analytics response with a plain
// count of the generated clicks.
import type { BotFilter } from '@linkshelf/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computeRandomRuns } from '../../../../harness/vitest/random-cases.ts'
import { runClickDeletions } from '../../src/analytics/deletions/run-click-deletions.ts'
import { updateDailyRollups } from '../../src/analytics/index.ts'
import { setClickRetention } from '../../src/analytics/migrate.ts'
import { createCallHandler, type HandleCall } from '../../src/api/api-calls.ts'
import { noId } from '../../src/clicks/index.ts'
import { aLink, anOrganization, aProject, type OwnedOrganization } from '../builders/builders.ts'
import { verifyUserId } from '../call-api.ts'
import { openTestDeps, type TestDeps } from '../open-test-deps.ts'
import { runAsJobsAccount } from '../run-as-jobs-account.ts'
import { type CalendarRange, groupByDay } from './count-clicks.ts'
import { type AccuracyCheck, type AccurateConditions, expectAccurate, expectAccurateWhere } from './expect-accurate.ts'
import { type GeneratedClick, generateClicks, type Target } from './generate-clicks.ts'
import { townNetworks } from './generate-visitors.ts'
import { createSeededRandom } from './seeded-random.ts'
import { shipClicks } from './ship-clicks.ts'

const clickCount = computeRandomRuns(20_000)
const now = new Date('2026-11-03T09:30:00Z')
const windowDays = 30
const timeZones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']

/** The days around year and month ends, and around each daylight-saving change in the time zones above. */
const intervals = [
  ['2025-12-31', '2026-01-02'],
  ['2026-03-07', '2026-03-10'],
  ['2026-03-28', '2026-04-01'],
  ['2026-04-04', '2026-04-07'],
  ['2026-10-03', '2026-10-06'],
  ['2026-10-24', '2026-10-27'],
  ['2026-10-31', '2026-11-03'],
] as const
const ranges = [
  undefined,
  { from: '2026-03-07', to: '2026-04-06' },
  { from: '2026-10-25', to: '2026-10-25' },
  { from: '2025-12-31', to: '2026-11-03' },
]
const lateDays = ['2026-03-08', '2026-10-25', '2026-11-01']

let deps: TestDeps
let handleCall: HandleCall
let token: string
let target: Target
/** A label that half of the links have. */
let labelled: { name: string; linkIds: readonly string[] }
/** `clicks` have been shipped. `late` is shipped only after its days were rolled up. */
let clicks: GeneratedClick[] = []
let late: GeneratedClick[] = []

beforeAll(async () => {
  deps = await openTestDeps({ clicks: true, clock: { now: () => now } })
  handleCall = createCallHandler({ ...deps, clickhouse: deps.clickhouseReader })
  await setClickRetention(deps, 600)
  const owned = await anOrganization(deps, { settings: ['package=Business', `dashboard_days=${windowDays}`] })
  token = owned.user.actor.userId
  target = await aTarget(owned, 14)
  labelled = { name: 'odd', linkIds: target.linkIds.filter((_linkId, nth) => nth % 2 === 1) }
  const generated = generateClicks(createSeededRandom(20_261_103), {
    count: clickCount,
    targets: [target, await aTarget(undefined, 2)],
    boundaries: listMidnights().filter((boundary) => boundary < now.getTime() - 2 * 3_600_000),
    intervals: intervals.map(([from, until]) => [Date.parse(from), Date.parse(until)]),
  })
  late = generated.filter(({ record }, nth) => nth % 3 === 0 && lateDays.includes(new Date(record.at).toISOString().slice(0, 10)))
  const isLate = new Set(late)
  await ship(generated.filter((click) => !isLate.has(click)))
})
afterAll(() => deps[Symbol.asyncDispose]())

describe('before any day is rolled up', () => {
  it('stores every click as it was generated', async () => {
    const answer = await deps.clickhouse.query({
      query: `SELECT concat(link_id, toString(toUnixTimestamp64Milli(at))) AS key, is_bot, is_scan, device, browser, os, country, subdivision, city, referrer,
        source, utm_source, utm_medium, utm_campaign, utm_term, utm_content, host, alias_id FROM clicks`,
      format: 'JSONEachRow',
    })
    const generated = clicks.map(({ record, isBot, isScan, agent, person, referrer, source, utm }) => ({
      key: `${record.linkId}${record.at}`,
      is_bot: isBot,
      is_scan: isScan,
      device: agent.device,
      browser: agent.browser,
      os: agent.os,
      country: person.country,
      subdivision: person.subdivision,
      city: person.city,
      referrer,
      source,
      utm_source: utm.source,
      utm_medium: utm.medium,
      utm_campaign: utm.campaign,
      utm_term: utm.term ?? '',
      utm_content: utm.content ?? '',
      host: record.host,
      alias_id: record.aliasId || noId,
    }))
    expect(findMissingRows(generated, await answer.json()).slice(0, 5)).toEqual([])
  })

  it('returns exact numbers in Kolkata, including bots', () => expectAccurateIn('Asia/Kolkata', 'include'))
})

describe('when clicks arrive late for days that were rolled up', () => {
  beforeAll(async () => {
    await updateDailyRollups(deps, 3_650)
    await ship(late)
  })

  it.each(['exclude', 'only'] as const)('returns exact numbers in New York, bots: %s', (bots) => expectAccurateIn('America/New_York', bots))
})

describe('when every day is rolled up', () => {
  beforeAll(async () => {
    await updateDailyRollups(deps, 3_650)
    expect(await updateDailyRollups(deps, 3_650)).toBe(0)
  })

  const withBots = ['UTC', 'Asia/Kolkata'].flatMap((timeZone) => (['include', 'only'] as const).map((bots) => [timeZone, bots] as const))
  const cases = [...timeZones.map((timeZone) => [timeZone, 'exclude'] as const), ...withBots]
  it.each(cases)('returns exact numbers in %s, bots: %s', expectAccurateIn)
})

describe('with conditions', () => {
  const cases: [string, BotFilter, () => AccurateConditions][] = [
    ['Europe/Berlin', 'exclude', () => ({ properties: { country: 'DE', device: 'phone' } })],
    ['UTC', 'exclude', () => ({ properties: { country: 'FR' } })],
    ['Asia/Kolkata', 'include', () => ({ properties: { referrer: '', utm_source: 'instagram' } })],
    ['UTC', 'only', () => ({ properties: { device: 'other', browser: '' } })],
    ['UTC', 'exclude', () => ({ properties: { source: 'Instagram' } })],
    ['UTC', 'exclude', () => ({ properties: { domain: 'xn--lmpen-gra.example', country: 'DE' } })],
    ['Europe/Berlin', 'include', () => ({ properties: { source: 'Instagram', utm_term: 'red lamp' } })],
    ['America/New_York', 'exclude', () => ({ properties: {}, label: labelled })],
    ['Australia/Lord_Howe', 'exclude', () => ({ properties: { city: 'Paris', country: 'US' }, label: labelled })],
    ['UTC', 'exclude', () => ({ properties: { os: 'iOS' }, linkId: target.linkIds[0] ?? '' })],
  ]
  it.each(cases)('returns exact numbers in %s, bots: %s, conditions %#', async (timeZone, bots, conditions) => {
    await expectAccurateWhere(createAccuracyCheck(timeZone, bots), { from: '2026-03-28', to: '2026-10-26' }, conditions())
  })
})

describe('when the clicks of a link are deleted', () => {
  beforeAll(async () => {
    const linkId = target.linkIds[1] ?? ''
    await request('DELETE', `urls/${linkId}`)
    clicks = clicks.filter(({ record }) => record.linkId !== linkId)
  })

  it('returns exact numbers in Berlin immediately', () => expectAccurateIn('Europe/Berlin', 'exclude'))

  it('returns exact numbers in Berlin after the deletion job has ended', async () => {
    await runAsJobsAccount(deps, (jobs) => runClickDeletions(jobs, target))
    await expectAccurateIn('Europe/Berlin', 'include')
  })
})

/**
 * Creates a project with links. If `owned` is undefined, the project belongs to another organization: the same people
 * click its links, and no response may count these clicks.
 */
async function aTarget(owned: OwnedOrganization | undefined, linkCount: number): Promise<Target> {
  const project = await aProject(deps, { owned, settings: ['package=Business'] })
  const linkIds: string[] = []
  for (let nth = 0; nth < linkCount; nth += 1)
    linkIds.push((await aLink(deps, project, { labels: nth % 2 === 0 ? ['even'] : ['odd'] })).url_id)
  return { organizationId: project.organization.id, projectId: project.project.id, linkIds }
}

async function ship(generated: readonly GeneratedClick[]): Promise<void> {
  expect(await shipClicks(deps, generated, townNetworks)).toBe(generated.length)
  clicks = [...clicks, ...generated]
}

function expectAccurateIn(timeZone: string, bots: BotFilter): Promise<void> {
  return expectAccurate(createAccuracyCheck(timeZone, bots), ranges)
}

function createAccuracyCheck(timeZone: string, bots: BotFilter): AccuracyCheck {
  return {
    request: (call: string, query: Record<string, string>) => request('GET', call, query),
    calendar: groupByDay(clicks, timeZone),
    timeZone,
    bots,
    target,
    window: computeLastDays(timeZone, windowDays),
    month: computeLastDays(timeZone, 30),
  }
}

function computeLastDays(timeZone: string, count: number): CalendarRange {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  return { from: today.subtract({ days: count - 1 }).toString(), to: today.toString() }
}

async function request(method: string, call: string, query: Record<string, string> = {}): Promise<Response> {
  const { organizationId, projectId } = target
  const url = `http://app.test/v1/${organizationId}/projects/${projectId}/analytics/${call}?${new URLSearchParams(query)}`
  const context = { authorization: `Bearer ${token}`, verifyToken: verifyUserId, requestId: 'accuracy' }
  const answer = await handleCall(new Request(url, { method }), context)
  if (answer === undefined || !answer.ok) throw new Error(`${method} ${url} answered ${answer?.status}: ${await answer?.text()}`)
  return answer
}

function listMidnights(): number[] {
  const days = intervals.flatMap(([from, until]) => [from, until].map((day) => Temporal.PlainDate.from(day)))
  return days
    .flatMap((day) => [day, day.add({ days: 1 })])
    .flatMap((day) => timeZones.map((zone) => day.toZonedDateTime(zone).epochMilliseconds))
}

/** Returns the expected rows that are not stored, or are stored fewer times than expected. */
function findMissingRows(expected: readonly object[], stored: readonly object[]): string[] {
  const toRowKey = (row: object) => JSON.stringify(row, Object.keys(row).sort())
  const counts = new Map<string, number>()
  for (const row of stored) counts.set(toRowKey(row), (counts.get(toRowKey(row)) ?? 0) + 1)
  return expected.map(toRowKey).filter((key) => {
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left <= 0
  })
}
