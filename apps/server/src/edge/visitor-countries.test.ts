import { expect, it } from 'vitest'
import type { CountryTable } from '../clicks/visitors.ts'
import { createTrustedProxyList } from '../platform/http/client-address.ts'
import { type Log, silentLog } from '../platform/process/log.ts'
import type { Visit } from './visit.ts'
import { createVisitorCountries, type VisitorCountriesOptions } from './visitor-countries.ts'

function aTable(): CountryTable & { isClosed: boolean } {
  const table = {
    isClosed: false,
    countryOf: (address: string) => (address === '203.0.113.7' ? 'DE' : ''),
    reduced: Promise.resolve(),
    close() {
      table.isClosed = true
    },
  }
  return table
}

function setUp(options: Partial<VisitorCountriesOptions> = {}) {
  const calls = { opened: 0 }
  const warnings: unknown[] = []
  const table = aTable()
  const countries = createVisitorCountries({
    async openTable() {
      calls.opened += 1
      return table
    },
    trustedProxies: createTrustedProxyList(['127.0.0.1']),
    log: { ...silentLog, warn: () => void warnings.push(1) } as unknown as Log,
    ...options,
  })
  return { countries, calls, warnings, table }
}

const fromProxy = (country = '', address = '203.0.113.7'): Visit => ({
  headers: { 'cf-ipcountry': country, 'x-forwarded-for': address },
  socket: { remoteAddress: '127.0.0.1' },
})

it('loads the table once, when it is first needed', async () => {
  const { countries, calls } = setUp()
  expect(calls.opened).toBe(0)
  expect(await Promise.all([countries.find(fromProxy()), countries.find(fromProxy('', '8.8.8.8'))])).toEqual(['DE', ''])
  expect(countries.find(fromProxy())).toBe('DE')
  expect(calls.opened).toBe(1)
})

it.each([
  ['NZ', 'NZ'],
  ['nz', 'NZ'],
  ['XX', 'DE'],
  ['T1', 'DE'],
  ['', 'DE'],
])('reads %j from a trusted proxy as click records do', async (header, country) => {
  expect(await setUp().countries.find(fromProxy(header))).toBe(country)
})

it('ignores a country header from a visitor', async () => {
  const { countries } = setUp()
  expect(await countries.find({ headers: { 'cf-ipcountry': 'NZ' }, socket: { remoteAddress: '203.0.113.7' } })).toBe('DE')
  const withoutProxies = setUp({ trustedProxies: undefined }).countries
  expect(await withoutProxies.find({ headers: { 'cf-ipcountry': 'NZ' }, socket: { remoteAddress: '::ffff:203.0.113.7' } })).toBe('DE')
})

it("returns an unknown country and logs one warning if the table can't be loaded", async () => {
  const { countries, warnings } = setUp({ openTable: () => Promise.reject(new Error('ENOENT')) })
  for (let nth = 0; nth < 3; nth += 1) expect(await countries.find(fromProxy())).toBe('')
  expect(warnings).toHaveLength(1)
})

it('retries loading the table some time after a failure', async () => {
  let isThere = false
  const table = aTable()
  const { countries } = setUp({ openTable: () => (isThere ? Promise.resolve(table) : Promise.reject(new Error('ENOENT'))), retryMs: 1 })
  expect(await countries.find(fromProxy())).toBe('')
  isThere = true
  await expect.poll(() => countries.find(fromProxy())).toBe('DE')
})

it('returns an unknown country if loading takes too long', async () => {
  const { countries } = setUp({ openTable: () => new Promise(() => undefined), timeoutMs: 5 })
  expect(await countries.find(fromProxy())).toBe('')
})

it('closes a loaded table, and a table that is still loading', async () => {
  const { countries, table } = setUp()
  await countries.find(fromProxy())
  countries.close()
  expect(table.isClosed).toBe(true)

  const late = setUp()
  const finding = late.countries.find(fromProxy())
  late.countries.close()
  await finding
  expect(late.table.isClosed).toBe(true)
})
