import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aClick, aPageView } from '../../../../test/builders/click-builder.ts'
import { maxRecordBytes, splitRecords } from './record-frame.ts'
import { type JournalRecord, readRecord, writeRecord } from './visit-records.ts'

function toRecord(content: JournalRecord): Buffer {
  const bytes = Buffer.alloc(maxRecordBytes)
  return bytes.subarray(0, writeRecord(bytes, 0, content))
}

const clicks = Array.from({ length: 6 }, () => aClick())
const records = clicks.map(toRecord)
const segment = Buffer.concat(records)
const findStart = (index: number) => records.slice(0, index).reduce((sum, record) => sum + record.length, 0)

it('reads back every field of a click as it was written', () => {
  const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 60 })
  fc.assert(
    fc.property(
      text,
      text,
      text,
      text,
      text,
      fc.option(fc.uuid(), { nil: '' }),
      fc.integer({ min: 0, max: 4e12 }),
      fc.nat(),
      (userAgent, referrer, query, campaign, host, aliasId, at, revision) => {
        const click = aClick({ userAgent, referrer, query, campaign, host, aliasId, at, revision })
        expect(readRecord(toRecord(click))).toEqual(click)
      },
    ),
  )
})

it('reads records of version 1, which have no revision', async () => {
  const { records, damage, tornBytes } = splitRecords(await readFile(new URL('./click-record-version-1.clicks', import.meta.url)), true)
  const link = {
    organizationId: '01980000-0000-7000-8000-00000000000a',
    projectId: '01980000-0000-7000-8000-00000000000b',
    linkId: '01980000-0000-7000-8000-00000000000c',
    revision: 0,
    shop: '',
    shopReason: '',
    campaign: '',
    host: '',
    aliasId: '',
  }
  const none = { referrer: '', acceptLanguage: '', purpose: '', country: '', query: '' }
  expect({ damage, tornBytes }).toEqual({ damage: [], tornBytes: 0 })
  expect(records.map(readRecord)).toEqual([
    {
      ...link,
      id: '01980000-0000-7000-8000-000000000001',
      at: Date.parse('2026-11-21T12:30:15.250Z'),
      method: 'GET',
      rule: 'default',
      address: '81.2.69.142',
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X)',
      referrer: 'https://l.instagram.com/',
      acceptLanguage: 'en-GB,en;q=0.9',
      purpose: '',
      country: 'GB',
      query: 'utm_source=caf\xe9',
    },
    {
      ...link,
      ...none,
      id: '01980000-0000-7000-8000-000000000002',
      at: Date.parse('2026-11-21T12:30:16Z'),
      method: 'HEAD',
      rule: '',
      address: '2001:db8::1',
      userAgent: '',
      purpose: 'prefetch',
    },
    {
      ...link,
      ...none,
      id: '01980000-0000-7000-8000-000000000003',
      at: Date.parse('2026-11-21T12:30:17.001Z'),
      method: 'GET',
      rule: 'default',
      address: '81.2.69.142',
      userAgent: 'a'.repeat(512),
      query: 'q'.repeat(1_024),
    },
  ])
})

it('reads records of version 2, which have no shop', async () => {
  const record = await readFile(new URL('./click-record-version-2.clicks', import.meta.url))
  expect(readRecord(record)).toEqual({
    id: '01978f3a-0000-7000-8000-000000000001',
    at: 1_795_000_000_000,
    organizationId: '01978f3a-0000-7000-8000-00000000000a',
    projectId: '01978f3a-0000-7000-8000-00000000000b',
    linkId: '01978f3a-0000-7000-8000-00000000000c',
    method: 'GET',
    rule: 'country',
    revision: 7,
    shop: '',
    shopReason: '',
    address: '203.0.113.7',
    userAgent: 'A browser',
    referrer: 'https://blog.example/',
    acceptLanguage: 'de',
    purpose: '',
    country: 'DE',
    query: 'qr=1',
    campaign: '',
    host: '',
    aliasId: '',
  })
})

it('reads records of version 4, which have no campaign of the destination', async () => {
  const record = await readFile(new URL('./click-record-version-4.clicks', import.meta.url))
  expect(readRecord(record)).toMatchObject({
    id: '01978f3a-0000-7000-8000-000000000004',
    revision: 7,
    query: 'qr=1',
    shop: 'amazon.de',
    shopReason: 'local_search',
    campaign: '',
  })
})

it('reads records of version 5, which have no host and no alias', async () => {
  const record = await readFile(new URL('./click-record-version-5.clicks', import.meta.url))
  expect(readRecord(record)).toMatchObject({
    id: '01978f3a-0000-7000-8000-000000000005',
    shop: 'amazon.de',
    campaign: 'utm_source=shelf',
    host: '',
    aliasId: '',
  })
})

it('throws for a record of a later version', () => {
  const record = Buffer.from(toRecord(aClick()))
  record[12] = 7
  expect(() => readRecord(record)).toThrow('The record has version 7; this version of Linkshelf reads up to 6')
})

it.each([
  [
    'click',
    (long: string) => aClick({ rule: long, shop: long, shopReason: long, campaign: long, host: long, aliasId: long, ...fillTexts(long) }),
  ],
  ['page view', (long: string) => aPageView({ pageId: long, ...fillTexts(long) })],
])('caps every field of a %s, so that no record exceeds the maximum length', (_kind, aRecord) => {
  const record = toRecord(aRecord('x'.repeat(10_000)))
  expect(record.length).toBeLessThanOrEqual(maxRecordBytes)
  expect(readRecord(record).userAgent).toHaveLength(512)
})

function fillTexts(text: string) {
  return { method: text, address: text, userAgent: text, referrer: text, acceptLanguage: text, purpose: text, country: text, query: text }
}

it('reads back page views and clicks of one segment, in their order', () => {
  const written = [aPageView({ query: 'q=caf\xe9' }), aClick(), aPageView({ page: 'store', pageId: '' }), aPageView({ page: 'category' })]
  const { records: read } = splitRecords(Buffer.concat(written.map(toRecord)), true)
  expect(read.map(readRecord)).toEqual(written)
})

it('splits a segment into its records', () => {
  expect(splitRecords(segment, true)).toEqual({ records, end: segment.length, damage: [], tornBytes: 0 })
})

it('stops after the maximum number of records', () => {
  expect(splitRecords(segment, true, 2)).toMatchObject({ records: records.slice(0, 2), end: findStart(2) })
})

it('waits for the rest of a record that is still being written', () => {
  const cut = splitRecords(segment.subarray(0, segment.length - 5), false)
  expect(cut).toEqual({ records: records.slice(0, 5), end: findStart(5), damage: [], tornBytes: 0 })
})

it('reports a last record that was not written to its end as torn', () => {
  for (let missing = 1; missing < (records[5]?.length ?? 0); missing += 1) {
    const cut = splitRecords(segment.subarray(0, segment.length - missing), true)
    expect(cut.records).toHaveLength(5)
    expect(cut.damage).toEqual([])
    expect(cut.tornBytes).toBe((records[5]?.length ?? 0) - missing)
  }
})

it('reports zeros at the end, which a power cut can leave, as torn', () => {
  const cut = splitRecords(Buffer.concat([segment, Buffer.alloc(1_000)]), true)
  expect(cut.records).toHaveLength(6)
  expect(cut.tornBytes).toBe(1_000)
})

it('skips a damaged record and reports its range', () => {
  for (let at = findStart(2); at < findStart(3); at += 1) {
    const damaged = Buffer.from(segment)
    damaged[at] = (damaged[at] ?? 0) ^ 0x5a
    const cut = splitRecords(damaged, true)
    expect(cut.records).toEqual(records.filter((_, index) => index !== 2))
    expect(cut.damage).toEqual([{ from: findStart(2), to: findStart(3) }])
  }
})

it('skips a long range without a record', () => {
  const noise = Buffer.alloc(maxRecordBytes * 5, 0xab)
  const cut = splitRecords(Buffer.concat([noise, segment]), false)
  expect(cut.records).toHaveLength(6)
  expect(splitRecords(noise, false).end).toBeGreaterThan(0)
})

it('never throws and never returns a record that was not written, whatever the file contains', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.uint8Array({ maxLength: 50 }), fc.constantFrom(...records)), { maxLength: 12 }), (parts) => {
      const bytes = Buffer.concat(parts)
      const cut = splitRecords(bytes, true)
      expect(cut.end).toBe(bytes.length)
      expect(cut.records.every((record) => records.some((written) => written.equals(record)))).toBe(true)
    }),
  )
})

it('throws for a record of an unknown version, and for an impossible time', () => {
  const record = toRecord(aClick())
  record[12] = 9
  expect(() => readRecord(record)).toThrow('version 9')
  expect(() => readRecord(toRecord(aClick({ at: Number.NaN })))).toThrow(RangeError)
})
