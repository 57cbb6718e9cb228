// Computes the columns that clicks and page views have in common.
import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { toAddressGroup } from '../../platform/http/client-address.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { Geoip } from '../geoip/geoip.ts'
import type { RequestRecord } from '../journal/records/visit-records.ts'
import { findBotReason } from './bot-filter.ts'
import { parseUserAgent } from './parse-user-agent.ts'
import { formatUtcDay, formatUtcInstant, parseCountry, parseLanguage, parseReferrerHost } from './request-fields.ts'
import type { VisitRow } from './visit-row.ts'

export interface VisitTools {
  geoip: Pick<Geoip, 'find'>
  repeats: RepeatDetector
  /** The keys are UTC days, `yyyy-mm-dd`. */
  salts: ReadonlyMap<string, KeyObject>
}

/** `subject` identifies what was visited. If the same visitor visits it again soon, the visit is a repeat. */
type Step = (row: VisitRow, record: RequestRecord, tools: VisitTools, subject: string) => void

/** All steps, in order. The referrer is set first, because `markBot` reads it. */
const steps: readonly Step[] = [setReferrer, markBot, markRepeat, setDevice, setLocation, setLanguage, setVisitor]

/**
 * Returns the columns that clicks and page views share. Uses the record's address without checks, because the edge has
 * already decided which proxies to trust. Throws if the UTC day of the visit has no salt.
 */
export function describeVisit(record: RequestRecord, subject: string, tools: VisitTools): VisitRow {
  const row = toPlainRow(record)
  for (const step of steps) step(row, record, tools, subject)
  return row
}

function markBot(row: VisitRow, record: RequestRecord): void {
  row.reason = findBotReason(record, row.referrer)
  row.is_bot = row.reason !== ''
}

/** Gives a repeated visit the reason `repeat`, which is visible in exports. The visit still counts as human. */
function markRepeat(row: VisitRow, record: RequestRecord, { repeats }: VisitTools, subject: string): void {
  if (row.reason !== '') return
  const visitor = `${subject} ${toAddressGroup(record.address)} ${record.userAgent}`
  if (repeats.isRepeat(visitor, record.at)) row.reason = 'repeat'
}

function setReferrer(row: VisitRow, record: RequestRecord): void {
  row.referrer = parseReferrerHost(record.referrer)
}

function setDevice(row: VisitRow, record: RequestRecord): void {
  Object.assign(row, parseUserAgent(record.userAgent))
}

/**
 * Sets country, subdivision and city. If a trusted proxy sent another country than geoip, only the proxy's country is
 * set, because the city from geoip would be wrong, too.
 */
function setLocation(row: VisitRow, record: RequestRecord, { geoip }: VisitTools): void {
  const location = geoip.find(record.address)
  const proxyCountry = parseCountry(record.country)
  if (location && (proxyCountry === '' || proxyCountry === location.country)) Object.assign(row, location)
  else row.country = proxyCountry
}

function setLanguage(row: VisitRow, record: RequestRecord): void {
  row.language = parseLanguage(record.acceptLanguage)
}

function setVisitor(row: VisitRow, record: RequestRecord, { salts }: VisitTools): void {
  const salt = salts.get(formatUtcDay(record.at))
  if (salt === undefined) throw new Error('No salt for the day of this visit')
  row.visitor = computeVisitorKey(salt, record.projectId, toAddressGroup(record.address), record.userAgent)
}

function toPlainRow(record: RequestRecord): VisitRow {
  return {
    id: record.id,
    at: formatUtcInstant(record.at),
    organization_id: record.organizationId,
    project_id: record.projectId,
    visitor: '0',
    is_bot: false,
    reason: '',
    country: '',
    subdivision: '',
    city: '',
    device: '',
    browser: '',
    os: '',
    referrer: '',
    language: '',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_term: '',
    utm_content: '',
  }
}

// A visitor key identifies a visitor within one UTC day. It is a hash that includes a salt of that day. After the salt
// is deleted, no IP address can be derived from the key.

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    visitor_salts: { day: string; salt: Buffer }
  }
}

/**
 * Returns 64 bits in decimal. They identify a visitor of a project on a day. `network` is an IPv4 address or the first
 * 64 bits of an IPv6 address.
 */
function computeVisitorKey(salt: KeyObject, projectId: string, network: string, userAgent: string): string {
  return createHmac('sha256', salt).update(`${projectId}\n${network}\n${userAgent}`).digest().readBigUInt64LE().toString()
}

/**
 * Returns the salt of a UTC day (`yyyy-mm-dd`). The first call for a day creates the salt. Every process gets the same
 * salt.
 */
export async function getOrCreateSalt(db: Db, day: string): Promise<Buffer> {
  await db
    .insertInto('visitor_salts')
    .values({ day, salt: randomBytes(32) })
    .onConflict((existing) => existing.column('day').doNothing())
    .execute()
  return (await db.selectFrom('visitor_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()).salt
}

const maxSaltAgeMs = 47 * 3_600_000

/**
 * Deletes old salts. If called at least hourly, no salt becomes older than 48 hours, counted from the beginning of its
 * UTC day.
 */
export async function deleteOldSalts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const expiredDay = new Date(clock.now().getTime() - maxSaltAgeMs).toISOString().slice(0, 10)
  await db.deleteFrom('visitor_salts').where('day', '<=', expiredDay).execute()
}

export interface RepeatDetector {
  /** `visitor` identifies a visitor of one link or page. `at` is in milliseconds since 1970. */
  isRepeat(visitor: string, at: number): boolean
}

const repeatMs = 3_000
const maxEntries = 100_000

/**
 * Detects double taps: the same visitor on the same link within 3 seconds. A repeat does not extend the interval, so a
 * visitor who taps for a minute counts once every three seconds. The cache is bounded. If an entry is evicted under
 * load, a repeat may stay undetected.
 */
export function createRepeatDetector(): RepeatDetector {
  const lastAt = new LRUCache<string, number>({ max: maxEntries })
  return {
    isRepeat(visitor, at) {
      const before = lastAt.get(visitor)
      if (before !== undefined && Math.abs(at - before) <= repeatMs) return true
      lastAt.set(visitor, at)
      return false
    },
  }
}
