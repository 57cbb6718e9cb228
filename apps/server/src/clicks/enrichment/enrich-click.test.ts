import { createSecretKey } from 'node:crypto'
import { deviceKinds } from '@linkshelf/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aClick } from '../../../test/builders/click-builder.ts'
import { bots, mailScanners, people } from '../../../test/builders/user-agents.ts'
import { measureGrowth } from '../../../test/measure-time-growth.ts'
import type { ClickRecord } from '../journal/records/visit-records.ts'
import { createRepeatDetector } from './describe-visit.ts'
import { type ClickTools, enrichClick } from './record-enricher.ts'
import { formatUtcDay, formatUtcInstant } from './request-fields.ts'
import { type ClickRow, clickColumns, noId } from './visit-row.ts'

const at = Date.parse('2026-11-20T22:15:00.123Z')

/**
 * The detector allocates its whole capacity, so it is created once. No click repeats another click, because `aClick`
 * creates a new link each time.
 */
const repeats = createRepeatDetector()

function someTools(tools: Partial<ClickTools> = {}): ClickTools {
  const location = { country: 'GB', subdivision: 'England', city: 'London' }
  return {
    geoip: { find: (address) => (address === '81.2.69.142' ? location : undefined) },
    repeats,
    salts: new Map([
      ['2026-11-20', createSecretKey(Buffer.alloc(32, 1))],
      ['2026-11-21', createSecretKey(Buffer.alloc(32, 2))],
    ]),
    sources: new Map(),
    ...tools,
  }
}

const enrich = (given: Partial<ClickRecord>, tools = someTools()): ClickRow => enrichClick(aClick({ at, ...given }), tools)

it('sets every column of a row', () => {
  const shop = { shop: 'amazon.de', shopReason: 'local_search' }
  const aliasId = '01980000-0000-7000-8000-0000000000aa'
  const click = aClick({
    at,
    query: 'utm_source=news%20letter&utm_medium=mail&utm_campaign=spring&utm_term=lamp&utm_content=top&gclid=1',
    ...shop,
    host: 'go.lamps.example',
    aliasId,
  })
  expect(enrichClick(click, someTools())).toEqual({
    id: click.id,
    at: '2026-11-20 22:15:00.123',
    organization_id: click.organizationId,
    project_id: click.projectId,
    link_id: click.linkId,
    visitor: expect.stringMatching(/^\d{10,20}$/),
    is_bot: false,
    is_scan: false,
    reason: '',
    rule: 'default',
    revision: 1,
    shop: 'amazon.de',
    shop_reason: 'local_search',
    product_id: noId,
    store_id: noId,
    page: '',
    video: '',
    host: 'go.lamps.example',
    alias_id: aliasId,
    country: 'GB',
    subdivision: 'England',
    city: 'London',
    device: 'phone',
    browser: 'Safari',
    os: 'iOS',
    referrer: 'l.instagram.com',
    language: 'en',
    utm_source: 'news letter',
    utm_medium: 'mail',
    utm_campaign: 'spring',
    utm_term: 'lamp',
    utm_content: 'top',
  })
})

it('uses the campaign of the destination if the visit has no campaign', () => {
  const campaign = 'utm_source=shelf&utm_medium=link&utm_term=red%20lamp'
  const ofDestination = { utm_source: 'shelf', utm_medium: 'link', utm_campaign: '', utm_term: 'red lamp', utm_content: '' }
  expect(enrich({ campaign })).toMatchObject(ofDestination)
  expect(enrich({ campaign, query: 'from=mail&utm_source=&my_utm_id=1' })).toMatchObject(ofDestination)
  expect(enrich({ campaign, query: 'utm_campaign=spring' })).toMatchObject({
    utm_source: '',
    utm_medium: '',
    utm_campaign: 'spring',
    utm_term: '',
  })
})

it.each(people)('parses the User-Agent of a human: %s, %s, %s', (device, browser, os, userAgent) => {
  expect(enrich({ userAgent })).toMatchObject({ is_bot: false, reason: '', device, browser, os })
})

it.each(bots)('marks %s as a bot', (userAgent) => {
  expect(enrich({ userAgent })).toMatchObject({ is_bot: true, reason: 'bot' })
})

it.each(mailScanners)('marks %s as a mail scanner', (userAgent) => {
  expect(enrich({ userAgent })).toMatchObject({ is_bot: true, reason: 'mail-scanner' })
})

it.each(['BarracudaCentral', 'Mimecast', 'Proofpoint', 'SafeLinks', 'Symantec.cloud', 'TrendMicro', 'Sophos', 'MailScanner', 'FortiMail'])(
  'marks a User-Agent that names %s as a mail scanner, even if it looks like a browser',
  (maker) => {
    const userAgent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36 ${maker}`
    expect(enrich({ userAgent })).toMatchObject({ is_bot: true, reason: 'mail-scanner' })
  },
)

it('ignores names after the 512th character of a User-Agent', () => {
  const chrome = `Mozilla/5.0 (X11; Linux x86_64) Chrome/125.0.0.0 Safari/537.36 ${'x '.repeat(300)}`
  expect(enrich({ userAgent: `${chrome.slice(0, 512)} Instagram GTmetrix Mimecast` })).toMatchObject({ browser: 'Chrome', is_bot: false })
  expect(enrich({ userAgent: `${chrome.slice(0, 480)} Instagram GTmetrix` })).toMatchObject({ browser: 'Instagram', is_bot: true })
})

it('is tested with hundreds of User-Agents, each of them once', () => {
  const all = [...people.map(([, , , userAgent]) => userAgent), ...bots, ...mailScanners]
  expect(all.length).toBeGreaterThan(300)
  expect(new Set(all).size).toBe(all.length)
})

it('returns exactly the device kinds of the contract', () => {
  const devices = new Set(people.map(([, , , userAgent]) => enrich({ userAgent }).device))
  expect([...devices].sort()).toEqual([...deviceKinds].sort())
})

it.each(['Buy my shoes/1.0 (cheap)', 'Mozilla/4.0 (compatible) My shop is better/2', '<b>x</b>/1'])(
  'returns no browser name for the unknown User-Agent %j',
  (userAgent) => {
    expect(enrich({ userAgent })).toMatchObject({ browser: '', os: '' })
  },
)

it.each<[string, Partial<ClickRecord>, Partial<ClickRow>]>([
  ['HEAD', { method: 'HEAD' }, { is_bot: true, reason: 'head' }],
  ['no User-Agent', { userAgent: '' }, { is_bot: true, reason: 'no-user-agent', device: '', browser: '', os: '' }],
  ['a blank User-Agent', { userAgent: '  ' }, { is_bot: true, reason: 'no-user-agent' }],
  ['a prefetch', { purpose: 'prefetch' }, { is_bot: true, reason: 'prefetch' }],
  ['a prerender', { purpose: 'prefetch;prerender' }, { is_bot: true, reason: 'prefetch' }],
  ['a preview of old Safari', { purpose: 'preview' }, { is_bot: true, reason: 'prefetch' }],
  ['a prefetch through a proxy of the browser', { purpose: 'prefetch;anonymous-client-ip' }, { is_bot: true, reason: 'prefetch' }],
  ['a prefetch in capitals', { purpose: ' Prefetch' }, { is_bot: true, reason: 'prefetch' }],
  ['a prefetch with HEAD: the first reason wins', { purpose: 'prefetch', method: 'HEAD' }, { is_bot: true, reason: 'prefetch' }],
  ['another purpose', { purpose: 'not-a-prefetch' }, { is_bot: false, reason: '' }],
  ['a prefetch by a bot: the first reason wins', { purpose: 'prefetch', userAgent: 'curl/8' }, { is_bot: true, reason: 'prefetch' }],
  ['a HEAD of a mail scanner: the first reason wins', { method: 'HEAD', userAgent: mailScanners[0] }, { reason: 'head' }],
])('sets is_bot and reason for %s', (_case, given, expected) => {
  expect(enrich(given)).toMatchObject(expected)
})

it.each([
  ['https://nam12.safelinks.protection.outlook.com/?url=x', true],
  ['https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html', true],
  ['https://urldefense.com/v3/', true],
  ['https://urldefense.proofpoint.com/v2/url?u=x', true],
  ['https://protect-us.mimecast.com/s/abc', true],
  ['https://security-za.m.mimecastprotect.com/', true],
  ['https://linkprotect.cudasvc.com/url?a=x', true],
  ['https://secure-web.cisco.com/1abc', true],
  ['https://url.emailprotection.link/?b', true],
  ['https://urlsand.com/', true],
  ['https://urlsand.esvalabs.com/?u=x', true],
  ['https://noturldefense.com/', false],
  ['https://urldefense.com.example/', false],
  ['https://outlook.com/', false],
  // Two webmail services redirect their users through these hosts.
  ['https://deref-gmx.com/', false],
  ['https://deref-mail.com/', false],
])('detects a mail scanner by the referrer %j: %j', (referrer, isScanner) => {
  expect(enrich({ referrer })).toMatchObject({ is_bot: isScanner, reason: isScanner ? 'mail-scanner' : '' })
})

it.each([
  ['https://www.youtube.com/watch?v=1', 'youtube.com'],
  ['http://blog.example:8080/post', 'blog.example'],
  ['https://user:pass@Blog.Example/', 'blog.example'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['about:blank', ''],
  ['javascript:alert(1)', ''],
  ['nonsense', ''],
  ['', ''],
])('stores the referrer %j as %j', (referrer, host) => {
  expect(enrich({ referrer }).referrer).toBe(host)
})

it.each([
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['PT-br', 'pt'],
  ['fil', 'fil'],
  ['*', ''],
  ['', ''],
  ['12', ''],
])('reads the language of %j as %j', (acceptLanguage, language) => {
  expect(enrich({ acceptLanguage }).language).toBe(language)
})

it.each<[string, Partial<ClickRecord>, Partial<ClickRow>]>([
  ['the address alone', {}, { country: 'GB', subdivision: 'England', city: 'London' }],
  ['an unknown address', { address: '10.0.0.1' }, { country: '', subdivision: '', city: '' }],
  ['a proxy that agrees', { country: 'gb' }, { country: 'GB', city: 'London' }],
  ['a proxy that disagrees', { country: 'NZ' }, { country: 'NZ', subdivision: '', city: '' }],
  ['a proxy that does not know', { country: 'XX' }, { country: 'GB', city: 'London' }],
  ['a proxy that says Tor', { country: 'T1', address: '10.0.0.1' }, { country: '' }],
])('sets the location from %s', (_case, given, expected) => {
  expect(enrich(given)).toMatchObject(expected)
})

it.each<[string, boolean]>([
  ['qr=1', true],
  ['qr=1&utm_source=flyer', true],
  ['utm_source=flyer&qr=1', true],
  ['', false],
  ['qr=', false],
  ['qr=12', false],
  ['xqr=1', false],
  ['utm_source=qr=1', false],
])('sets is_scan from the query "%s"', (query, isScan) => {
  expect(enrich({ query })).toMatchObject({ is_scan: isScan, is_bot: false })
})

it.each<[string, string]>([
  ['v=aBcDeFgHi01', 'aBcDeFgHi01'],
  ['utm_source=mail&v=-_cDeFgHi01&qr=1', '-_cDeFgHi01'],
  ['v=aBcDeFgHi01&via=https%3A%2F%2Fm.youtube.com%2F', 'aBcDeFgHi01'],
  ['', ''],
  ['v=', ''],
  ['v=2', ''],
  ['v=aBcDeFgHi012', ''],
  ['v=aBcDeFgH%2001', ''],
  ['xv=aBcDeFgHi01', ''],
])('sets the video from the query "%s"', (query, video) => {
  expect(enrich({ query })).toMatchObject({ video, is_bot: false })
})

it('marks a double tap of one visitor on one link as a repeat', () => {
  const tools = someTools()
  const tap = aClick({ at })
  const findReason = (given: Partial<ClickRecord>) => enrichClick({ ...tap, ...given }, tools).reason
  expect(findReason({})).toBe('')
  expect(findReason({ at: at + 1_000 })).toBe('repeat')
  expect(findReason({ at: at + 2_999 })).toBe('repeat')
  expect(findReason({ at: at + 1_000, linkId: aClick().linkId })).toBe('')
  expect(findReason({ at: at + 1_000, address: '81.2.69.143' })).toBe('')
  expect(findReason({ at: at + 1_000, userAgent: people[0]?.[3] })).toBe('')
  expect(findReason({ at: at + 3_001 })).toBe('')
})

it('marks a repeat as human, and no bot as a repeat', () => {
  const tools = someTools()
  const tap = aClick({ at })
  enrichClick(tap, tools)
  expect(enrichClick(tap, tools)).toMatchObject({ reason: 'repeat', is_bot: false })
  const bot = aClick({ at, userAgent: 'curl/8' })
  expect([enrichClick(bot, tools), enrichClick(bot, tools)].map((row) => row.reason)).toEqual(['bot', 'bot'])
})

it('remembers a bounded number of visitors', () => {
  const repeats = createRepeatDetector()
  for (let nth = 0; nth < 300_000; nth += 1) repeats.isRepeat(`visitor ${nth}`, at)
  expect(repeats.isRepeat('visitor 0', at)).toBe(false)
  expect(repeats.isRepeat('visitor 299999', at)).toBe(true)
})

it('returns the same key for a visitor within one day and project, and different keys for other days and projects', () => {
  const visit = aClick({ at, address: '2001:db8:1:2:aaaa::1' })
  const tools = someTools()
  const findVisitorKey = (given: Partial<ClickRecord>) => enrichClick({ ...visit, ...given }, tools).visitor
  const key = findVisitorKey({})
  expect(findVisitorKey({ at: at + 3_600_000 })).toBe(key)
  expect(findVisitorKey({ linkId: aClick().linkId })).toBe(key)
  expect(findVisitorKey({ address: '2001:db8:1:2:bbbb::9' })).toBe(key) // the same /64
  const others = [{ at: at + 86_400_000 }, { projectId: aClick().projectId }, { address: '2001:db8:1:3::1' }, { userAgent: 'Other' }].map(
    findVisitorKey,
  )
  expect(new Set([key, ...others]).size).toBe(5)
})

it('leaves no IP address in a row', () => {
  expect(JSON.stringify(enrich({ address: '81.2.69.142' }))).not.toContain('81.2.69.142')
})

it('enriches any request without throwing', () => {
  const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 512 })
  fc.assert(
    fc.property(text, text, text, text, text, text, (userAgent, referrer, acceptLanguage, purpose, country, query) => {
      const row = enrich({ userAgent, referrer, acceptLanguage, purpose, country, query: `utm_source=${query}` })
      expect(row.country).toMatch(/^([A-Z]{2})?$/)
      expect(row.utm_source.length).toBeLessThanOrEqual(100)
    }),
  )
})

const repeated = [
  'a',
  ' ',
  '(',
  'Mozilla/5.0 ',
  'Android ',
  'HarmonyOS ',
  'SM-R',
  'Mi ',
  'Chrome/1',
  ';',
  '\\',
  'bot',
  'compatible; ',
  '1.',
  'CFNetwork/1.',
  '(Android ',
  '(Android)',
  '(Android(',
  '(x)',
  'Process/tools',
  '[WAx',
]
it.each(repeated)('parses a User-Agent made of %j in linear time', (part) => {
  let nth = 0 // makes each User-Agent unique, so that the cache has no entry
  expect(
    measureGrowth((size) => enrich({ userAgent: `${part.repeat(Math.ceil(size / part.length)).slice(0, size)}${nth++}` }), 32),
  ).toBeLessThan(128)
})

it('returns the UTC day of a click', () => {
  expect(formatUtcDay(Date.parse('2026-11-20T23:59:59.999Z'))).toBe('2026-11-20')
})

it('has a value for each column, and no other', () => {
  expect(Object.keys(enrich({})).sort()).toEqual([...clickColumns].sort())
})

it('formats the time of each click in any order of times', () => {
  const times = fc.array(fc.integer({ min: 0, max: Date.UTC(2100) - 1 }), { minLength: 2 })
  fc.assert(
    fc.property(times, (instants) => {
      for (const instant of instants.flatMap((each) => [each, each + 1])) {
        expect(formatUtcInstant(instant)).toBe(new Date(instant).toISOString().replace('T', ' ').replace('Z', ''))
        expect(formatUtcDay(instant)).toBe(new Date(instant).toISOString().slice(0, 10))
      }
    }),
  )
})
