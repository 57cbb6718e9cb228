// Turns a click record into a row of the table `clicks`.
import type { KeyObject } from 'node:crypto'
import { scanMark } from '@linkshelf/contract'
import { addressGroup } from '../../platform/http/ip-address.ts'
import type { ClickRecord } from '../journal/click-record.ts'
import { isBotAgent, isMailScanner } from './bot-filter.ts'
import type { ClickRow } from './click-row.ts'
import type { Geoip } from './geoip.ts'
import { parseUserAgent } from './parse-user-agent.ts'
import type { RepeatDetector } from './repeat-detector.ts'
import { parseCampaign, parseCountry, parseLanguage, referrerHost, utcDay, utcInstant } from './request-fields.ts'
import { visitorKey } from './visitor-keys.ts'

export interface EnrichmentTools {
  geoip: Pick<Geoip, 'find'>
  repeats: RepeatDetector
  /** By UTC day, `yyyy-mm-dd`. */
  salts: ReadonlyMap<string, KeyObject>
}

type Step = (row: ClickRow, click: ClickRecord, tools: EnrichmentTools) => void

/** The whole click policy, in order. The first reason that is set stays, so cheap checks come first; mail scanners are known by their referrer. */
const steps: readonly Step[] = [
  setReferrer,
  markPrefetch,
  markBot,
  markRepeat,
  markScan,
  setDevice,
  setLocation,
  setLanguage,
  setCampaign,
  setVisitor,
]

/** Uses `click.address` as it is: the edge has already decided which proxies to trust. Throws when the day of the click has no salt. */
export function enrichClick(click: ClickRecord, tools: EnrichmentTools): ClickRow {
  const row = toPlainRow(click)
  for (const step of steps) step(row, click, tools)
  return row
}

/** The browser loads the page ahead of a click. All values of Chromium begin so; `Purpose` and `X-Moz` were sent before `Sec-Purpose`. */
function markPrefetch(row: ClickRow, click: ClickRecord): void {
  if (/^\s*(?:prefetch|prerender|preview)/i.test(click.purpose)) mark(row, 'prefetch')
}

function markBot(row: ClickRow, click: ClickRecord): void {
  if (click.method === 'HEAD') mark(row, 'head')
  else if (click.userAgent.trim() === '') mark(row, 'no-user-agent')
  else if (isMailScanner(click.userAgent, row.referrer)) mark(row, 'mail-scanner')
  else if (isBotAgent(click.userAgent)) mark(row, 'bot')
}

/** A repeat counts as a human click; its reason shows it in exports. */
function markRepeat(row: ClickRow, click: ClickRecord, { repeats }: EnrichmentTools): void {
  if (row.reason !== '') return
  const visitor = `${click.linkId} ${addressGroup(click.address)} ${click.userAgent}`
  if (repeats.isRepeat(visitor, click.at)) row.reason = 'repeat'
}

/** A QR code carries the short URL with this parameter. */
function markScan(row: ClickRow, click: ClickRecord): void {
  row.is_scan = click.query.split('&').includes(scanMark)
}

function setReferrer(row: ClickRow, click: ClickRecord): void {
  row.referrer = referrerHost(click.referrer)
}

function setDevice(row: ClickRow, click: ClickRecord): void {
  Object.assign(row, parseUserAgent(click.userAgent))
}

/** The country of a trusted proxy outranks geoip; where the two disagree, geoip's city would be wrong too. */
function setLocation(row: ClickRow, click: ClickRecord, { geoip }: EnrichmentTools): void {
  const location = geoip.find(click.address)
  const proxyCountry = parseCountry(click.country)
  if (location && (proxyCountry === '' || proxyCountry === location.country)) Object.assign(row, location)
  else row.country = proxyCountry
}

function setLanguage(row: ClickRow, click: ClickRecord): void {
  row.language = parseLanguage(click.acceptLanguage)
}

function setCampaign(row: ClickRow, click: ClickRecord): void {
  Object.assign(row, parseCampaign(click.query))
}

function setVisitor(row: ClickRow, click: ClickRecord, { salts }: EnrichmentTools): void {
  const salt = salts.get(utcDay(click.at))
  if (salt === undefined) throw new Error('No salt for the day of this click')
  row.visitor = visitorKey(salt, click.projectId, addressGroup(click.address), click.userAgent)
}

function mark(row: ClickRow, reason: ClickRow['reason']): void {
  if (row.reason !== '') return
  row.reason = reason
  row.is_bot = true
}

function toPlainRow(click: ClickRecord): ClickRow {
  return {
    id: click.id,
    at: utcInstant(click.at),
    organization_id: click.organizationId,
    project_id: click.projectId,
    link_id: click.linkId,
    visitor: '0',
    is_bot: false,
    is_scan: false,
    reason: '',
    rule: click.rule,
    revision: click.revision,
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
