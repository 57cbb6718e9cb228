// From what a request said to a row of the table `clicks`.
import { scanMark } from '@linkshelf/contract'
import { addressGroup } from '../../platform/http/ip-address.ts'
import type { ClickRecord } from '../journal/click-record.ts'
import { isBotAgent, isMailScanner } from './bot-lists.ts'
import type { ClickRow } from './click-row.ts'
import { deviceOf } from './device.ts'
import type { Geoip } from './geoip.ts'
import type { RepeatMemory } from './repeat-memory.ts'
import { visitorKey } from './visitor-key.ts'

export interface DescribingTools {
  places: Pick<Geoip, 'find'>
  repeats: RepeatMemory
  /** By UTC day, `yyyy-mm-dd`. */
  salts: ReadonlyMap<string, Buffer>
}

type Step = (row: ClickRow, click: ClickRecord, tools: DescribingTools) => void

/** Read top to bottom: this is the whole policy. Cheap reasons come first, and the first reason found stays. */
const steps: readonly Step[] = [
  markPrefetch,
  markBot,
  markRepeat,
  markScan,
  putReferrer,
  putDevice,
  putPlace,
  putLanguage,
  putCampaign,
  putVisitor,
]

/** `click.address` is taken as it stands: who is to be believed about it was decided when the click was kept. */
export function describeClick(click: ClickRecord, tools: DescribingTools): ClickRow {
  const row = plainRow(click)
  for (const step of steps) step(row, click, tools)
  return row
}

/** A browser that fetches ahead: nobody has clicked yet. (Chromium's values all begin so; `Purpose` and `X-Moz` are what others sent before.) */
function markPrefetch(row: ClickRow, click: ClickRecord): void {
  if (/^\s*(?:prefetch|prerender|preview)/i.test(click.purpose)) mark(row, 'prefetch')
}

function markBot(row: ClickRow, click: ClickRecord): void {
  if (click.method === 'HEAD') mark(row, 'head')
  else if (click.userAgent.trim() === '') mark(row, 'no-user-agent')
  else if (isMailScanner(click.userAgent, hostOf(click.referrer))) mark(row, 'mail-scanner')
  else if (isBotAgent(click.userAgent)) mark(row, 'bot')
}

/** The same person on the same link within seconds: a double tap. It counts as a click, and is visible apart. */
function markRepeat(row: ClickRow, click: ClickRecord, { repeats }: DescribingTools): void {
  if (row.reason !== '') return
  const who = `${click.linkId} ${addressGroup(click.address)} ${click.userAgent}`
  if (repeats.isRepeat(who, click.at)) row.reason = 'repeat'
}

/** Its short URL is the one that the QR code carries. */
function markScan(row: ClickRow, click: ClickRecord): void {
  row.is_scan = click.query.split('&').includes(scanMark)
}

function putReferrer(row: ClickRow, click: ClickRecord): void {
  row.referrer = hostOf(click.referrer)
}

function putDevice(row: ClickRow, click: ClickRecord): void {
  Object.assign(row, deviceOf(click.userAgent))
}

/** A proxy that sits in front knows the country of its own visitor better than a table of addresses does. */
function putPlace(row: ClickRow, click: ClickRecord, { places }: DescribingTools): void {
  const place = places.find(click.address)
  const said = countryIn(click.country)
  if (place && (said === '' || said === place.country)) Object.assign(row, place)
  else row.country = said
}

function putLanguage(row: ClickRow, click: ClickRecord): void {
  row.language = /^\s*([a-z]{2,3})\b/i.exec(click.acceptLanguage)?.[1]?.toLowerCase() ?? ''
}

function putCampaign(row: ClickRow, click: ClickRecord): void {
  if (!click.query.includes('utm_')) return
  const query = new URLSearchParams(click.query)
  row.utm_source = campaignWord(query.get('utm_source'))
  row.utm_medium = campaignWord(query.get('utm_medium'))
  row.utm_campaign = campaignWord(query.get('utm_campaign'))
}

function putVisitor(row: ClickRow, click: ClickRecord, { salts }: DescribingTools): void {
  const salt = salts.get(utcDay(click.at))
  if (salt === undefined) throw new Error('No salt for the day of this click')
  row.visitor = visitorKey(salt, click.projectId, addressGroup(click.address), click.userAgent)
}

function mark(row: ClickRow, reason: ClickRow['reason']): void {
  if (row.reason !== '') return
  row.reason = reason
  row.is_bot = true
}

function plainRow(click: ClickRecord): ClickRow {
  return {
    id: click.id,
    at: new Date(click.at).toISOString().replace('T', ' ').replace('Z', ''),
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

export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** The host alone, without `www.`; paths and queries of other people's pages are none of our business. */
function hostOf(referrer: string): string {
  if (!URL.canParse(referrer)) return ''
  const { protocol, hostname } = new URL(referrer)
  const isPage = protocol === 'https:' || protocol === 'http:' || protocol === 'android-app:'
  return isPage ? hostname.toLowerCase().replace(/^www\./, '') : ''
}

/** XX and T1 are Cloudflare's words for "unknown" and "Tor". */
function countryIn(header: string): string {
  const country = header.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : ''
}

function campaignWord(value: string | null): string {
  return (value ?? '').trim().slice(0, 100)
}
