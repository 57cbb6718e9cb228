import { cp, mkdtemp, rename, rm, truncate, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { encodeGeoipFile, writeGeoipFile } from '../../../test/builders/write-geoip-file.ts'
import { silentLog } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { checkGeoipFile, type Geoip, openGeoip } from './geoip.ts'

const berlin = { network: '203.0.113.0/24', country: 'DE', subdivision: 'State of Berlin', city: 'Berlin' }
const porto = { network: '203.0.113.0/24', country: 'PT', subdivision: 'Porto', city: 'Porto' }

let bundled: Geoip
beforeAll(async () => {
  bundled = await openGeoip(undefined, { log: silentLog })
})
afterAll(() => bundled.close())

let folder: string
let file: string
let logged: { level: number; msg: string }[]
const opened: Geoip[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geoip-'))
  file = join(folder, 'geoip.mmdb')
  logged = []
})
afterEach(async () => {
  for (const geoip of opened.splice(0)) geoip.close()
  await rm(folder, { recursive: true })
})

async function openWatched(): Promise<Geoip> {
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) })
  const geoip = await openGeoip(file, { log, pollMs: 5 })
  opened.push(geoip)
  return geoip
}

/** Replaces the file in one step, so that no poll sees an empty file. */
async function replaceFile(bytes: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.new`, bytes)
  await rename(`${file}.new`, file)
}

const listWarnings = () => logged.filter(({ level }) => level === 40).map(({ msg }) => msg)

it.each([
  ['81.2.69.142', { country: 'GB', subdivision: 'England', city: 'London' }],
  ['8.8.8.8', { country: 'US', subdivision: 'California', city: 'Mountain View' }],
  ['2a00:1450:4001:81b::200e', { country: 'DE', subdivision: 'Hesse', city: 'Frankfurt am Main' }],
  ['127.0.0.1', undefined],
  ['10.1.2.3', undefined],
  ['::1', undefined],
  ['fe80::1%eth0', undefined],
  ['nonsense', undefined],
  ['', undefined],
])('finds the location of %j in the bundled data', (address, location) => {
  expect(bundled.find(address)).toEqual(location)
})

it('returns the build date of the bundled data', () => {
  expect(bundled.source.madeAt.getUTCFullYear()).toBe(2026)
})

it.each(['maxmind', 'ip-location-db'] as const)('reads a file in the layout of %s', async (layout) => {
  const networks = [berlin, { network: '2001:db8::/32', country: 'FR', city: 'Paris' }, { network: '198.51.100.7/32', country: 'NZ' }]
  await writeGeoipFile(file, networks, { layout })
  const { find } = await openWatched()
  expect(find('203.0.113.9')).toEqual({ country: 'DE', subdivision: 'State of Berlin', city: 'Berlin' })
  expect(find('2001:db8:1::9')).toEqual({ country: 'FR', subdivision: '', city: 'Paris' })
  expect(find('198.51.100.7')).toEqual({ country: 'NZ', subdivision: '', city: '' })
  expect(find('198.51.100.8')).toBeUndefined()
  expect(find('2001:db9::1')).toBeUndefined()
})

it('finds no IPv6 address in an IPv4 file', async () => {
  await writeGeoipFile(file, [{ network: '32.0.0.0/8', country: 'DE' }], { ipVersion: 4 })
  const { find } = await openWatched()
  expect(find('32.1.2.3')).toMatchObject({ country: 'DE' })
  expect(find('2001:db8::1')).toBeUndefined() // the first byte of this address is 32, as in the network of the file
})

it('finds no location if the country is not a two-letter code', async () => {
  await writeGeoipFile(file, [
    { ...berlin, country: 'Germany' },
    { network: '198.51.100.0/24', country: 'NZ' },
  ])
  expect((await openWatched()).find('203.0.113.9')).toBeUndefined()
})

it('throws one sentence for a file that is not a geoip database', async () => {
  await expect(openGeoip(file, { log: silentLog })).rejects.toThrow('GEOIP_DB')
  await writeFile(file, 'plain text')
  await expect(openGeoip(file, { log: silentLog })).rejects.toThrow(StartError)
})

it('throws one sentence for a database without countries, and continues with the old database if the new database has no countries', async () => {
  const withoutCountries = encodeGeoipFile([{ ...berlin, country: '' }])
  await writeFile(file, withoutCountries)
  const sentence = `The geoip file ${file} can't be used (it has no countries). Set GEOIP_DB to another file, or leave it unset.`
  for (const opening of [() => openGeoip(file, { log: silentLog }), () => checkGeoipFile(file)])
    await expect(opening()).rejects.toThrow(new StartError(sentence))

  await writeGeoipFile(file, [{ network: '2001:db8::/32', country: 'FR' }])
  const geoip = await openWatched()
  await replaceFile(withoutCountries)
  await expect.poll(listWarnings).toEqual(["The new geoip file can't be read; the old one stays in use"])
  expect(geoip.find('2001:db8::1')).toMatchObject({ country: 'FR' })
})

it('reloads a file that is renamed over the old one', async () => {
  await writeGeoipFile(file, [berlin], { madeAt: new Date('2026-10-01') })
  const geoip = await openWatched()
  await replaceFile(encodeGeoipFile([porto], { madeAt: new Date('2026-11-01'), layout: 'ip-location-db' }))
  await expect.poll(() => geoip.find('203.0.113.9')?.city).toBe('Porto')
  expect(geoip.source).toEqual({ name: 'ip-location-db', madeAt: new Date('2026-11-01') })
  expect(listWarnings()).toEqual([])
})

it('reloads a file each time it is overwritten in place', async () => {
  await writeGeoipFile(file, [berlin])
  const geoip = await openWatched()
  for (const location of [porto, berlin, { ...porto, city: 'Gaia' }]) {
    await writeGeoipFile(file, [location])
    await expect.poll(() => geoip.find('203.0.113.9')?.city).toBe(location.city)
  }
  expect(geoip.find('203.0.113.9')).toMatchObject({ country: 'PT', city: 'Gaia' })
})

const complete = encodeGeoipFile([porto])
it.each<[string, () => Promise<void>]>([
  ['is half written', () => replaceFile(complete.subarray(0, complete.length / 2))],
  ['has lost its middle', () => replaceFile(complete.subarray(complete.length - 200))],
  ['is something else', () => replaceFile('plain text')],
  ['is empty', () => truncate(file)],
  ['is gone', () => unlink(file)],
])('continues with the old file when the new one %s, and logs it once', async (_case, damage) => {
  await writeGeoipFile(file, [berlin])
  const geoip = await openWatched()
  await damage()
  await expect.poll(listWarnings).toEqual(["The new geoip file can't be read; the old one stays in use"])
  // After many polls, the warning was logged only once, and a complete file is loaded.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(geoip.find('203.0.113.9')).toMatchObject({ city: 'Berlin' })
  await replaceFile(complete)
  await expect.poll(() => geoip.find('203.0.113.9')?.city).toBe('Porto')
  expect(listWarnings()).toHaveLength(1)
})

it('does not reload after close', async () => {
  await writeGeoipFile(file, [berlin])
  const [closed, open] = [await openWatched(), await openWatched()]
  closed.close()
  await writeGeoipFile(`${file}.new`, [porto])
  await cp(`${file}.new`, file)
  await expect.poll(() => open.find('203.0.113.9')?.city).toBe('Porto')
  expect(closed.find('203.0.113.9')).toMatchObject({ city: 'Berlin' })
})

it('finds no location in a damaged record', async () => {
  const bytes = encodeGeoipFile([berlin])
  // Makes the text of the country code longer than the file.
  bytes.writeUInt8(0x5f, bytes.indexOf('DE') - 1)
  await writeFile(file, bytes)
  expect((await openWatched()).find('203.0.113.9')).toBeUndefined()
})
