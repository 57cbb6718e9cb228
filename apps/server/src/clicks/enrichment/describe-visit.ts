// Describes the visit that a record is about: what clicks and page views have in common.
import type { KeyObject } from 'node:crypto'
import { addressGroup } from '../../platform/http/client-address.ts'
import type { Geoip } from '../geoip/geoip.ts'
import type { RequestRecord } from '../journal/records/request-record.ts'
import type { RepeatDetector } from './repeat-detector.ts'
import { parseCampaign, parseCountry, parseLanguage, referrerHost, utcDay, utcInstant } from './request-fields.ts'
import { isBotAgent, isMailScanner } from './user-agent/bot-filter.ts'
import { parseUserAgent } from './user-agent/parse-user-agent.ts'
import type { VisitRow } from './visit-row.ts'
import { visitorKey } from './visitor-keys.ts'

export interface VisitTools {
  geoip: Pick<Geoip, 'find'>
  repeats: RepeatDetector
  /** The keys are UTC days, `yyyy-mm-dd`. */
  salts: ReadonlyMap<string, KeyObject>
}

/** `subject`: what was visited, as the same visitor visits it again. */
type Step = (row: VisitRow, record: RequestRecord, tools: VisitTools, subject: string) => void

/**
 * The whole policy, in order. The first reason that is set stays, so cheap checks come first; mail scanners are
 * known by their referrer.
 */
const steps: readonly Step[] = [
  setReferrer,
  markPrefetch,
  markBot,
  markRepeat,
  setDevice,
  setLocation,
  setLanguage,
  setCampaign,
  setVisitor,
]

/**
 * Uses the record's address as it is: the edge has already decided which proxies to trust. Throws when the day of
 * the visit has no salt.
 */
export function describeVisit(record: RequestRecord, subject: string, tools: VisitTools): VisitRow {
  const row = toPlainRow(record)
  for (const step of steps) step(row, record, tools, subject)
  return row
}

/**
 * The browser loads the page ahead of a record. All values of Chromium begin so; `Purpose` and `X-Moz` were
 * sent before `Sec-Purpose`.
 */
function markPrefetch(row: VisitRow, record: RequestRecord): void {
  if (/^\s*(?:prefetch|prerender|preview)/i.test(record.purpose)) mark(row, 'prefetch')
}

function markBot(row: VisitRow, record: RequestRecord): void {
  if (record.method === 'HEAD') mark(row, 'head')
  else if (record.userAgent.trim() === '') mark(row, 'no-user-agent')
  else if (isMailScanner(record.userAgent, row.referrer)) mark(row, 'mail-scanner')
  else if (isBotAgent(record.userAgent)) mark(row, 'bot')
}

/** A repeat counts as human; its reason shows it in exports. */
function markRepeat(row: VisitRow, record: RequestRecord, { repeats }: VisitTools, subject: string): void {
  if (row.reason !== '') return
  const visitor = `${subject} ${addressGroup(record.address)} ${record.userAgent}`
  if (repeats.isRepeat(visitor, record.at)) row.reason = 'repeat'
}

function setReferrer(row: VisitRow, record: RequestRecord): void {
  row.referrer = referrerHost(record.referrer)
}

function setDevice(row: VisitRow, record: RequestRecord): void {
  Object.assign(row, parseUserAgent(record.userAgent))
}

/** The country of a trusted proxy outranks geoip; where the two disagree, geoip's city would be wrong too. */
function setLocation(row: VisitRow, record: RequestRecord, { geoip }: VisitTools): void {
  const location = geoip.find(record.address)
  const proxyCountry = parseCountry(record.country)
  if (location && (proxyCountry === '' || proxyCountry === location.country)) Object.assign(row, location)
  else row.country = proxyCountry
}

function setLanguage(row: VisitRow, record: RequestRecord): void {
  row.language = parseLanguage(record.acceptLanguage)
}

function setCampaign(row: VisitRow, record: RequestRecord): void {
  Object.assign(row, parseCampaign(record.query))
}

function setVisitor(row: VisitRow, record: RequestRecord, { salts }: VisitTools): void {
  const salt = salts.get(utcDay(record.at))
  if (salt === undefined) throw new Error('No salt for the day of this visit')
  row.visitor = visitorKey(salt, record.projectId, addressGroup(record.address), record.userAgent)
}

function mark(row: VisitRow, reason: VisitRow['reason']): void {
  if (row.reason !== '') return
  row.reason = reason
  row.is_bot = true
}

function toPlainRow(record: RequestRecord): VisitRow {
  return {
    id: record.id,
    at: utcInstant(record.at),
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
  }
}
