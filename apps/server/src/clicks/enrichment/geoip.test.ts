import { cp, mkdtemp, rename, rm, truncate, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { tableOfPlaces, writePlaces } from '../../../test/write-places.ts'
import { silentLog } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { type Geoip, openGeoip } from './geoip.ts'

const berlin = { network: '203.0.113.0/24', country: 'DE', subdivision: 'State of Berlin', city: 'Berlin' }
const porto = { network: '203.0.113.0/24', country: 'PT', subdivision: 'Porto', city: 'Porto' }

let bundled: Geoip
beforeAll(async () => {
  bundled = await openGeoip(undefined, { log: silentLog })
})
afterAll(() => bundled.close())

let folder: string
let file: string
/** What was logged: its level and its words. */
let logged: { level: number; msg: string }[]
const opened: Geoip[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-'))
  file = join(folder, 'places.mmdb')
  logged = []
})
afterEach(async () => {
  for (const places of opened.splice(0)) places.close()
  await rm(folder, { recursive: true })
})

async function openWatched(): Promise<Geoip> {
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) })
  const places = await openGeoip(file, { log, everyMs: 5 })
  opened.push(places)
  return places
}

const warnings = () => logged.filter(({ level }) => level === 40).map(({ msg }) => msg)

it.each([
  ['81.2.69.142', { country: 'GB', subdivision: 'England', city: 'London' }],
  ['8.8.8.8', { country: 'US', subdivision: 'California', city: 'Mountain View' }],
  ['2a00:1450:4001:81b::200e', { country: 'DE', subdivision: 'Hesse', city: 'Frankfurt am Main' }],
  ['127.0.0.1', undefined],
  ['10.1.2.3', undefined],
  ['::1', undefined],
  ['nonsense', undefined],
  ['', undefined],
])('finds the place of %j in the bundled data', (address, place) => {
  expect(bundled.find(address)).toEqual(place)
})

it('says where places come from, and how old that is', () => {
  expect(bundled.source.madeAt.getUTCFullYear()).toBe(2026)
})

it.each(['maxmind', 'ip-location-db'] as const)('reads a table in the layout of %s', async (layout) => {
  const places = [berlin, { network: '2001:db8::/32', country: 'FR', city: 'Paris' }, { network: '198.51.100.7/32', country: 'NZ' }]
  await writePlaces(file, places, { layout })
  const { find } = await openWatched()
  expect(find('203.0.113.9')).toEqual({ country: 'DE', subdivision: 'State of Berlin', city: 'Berlin' })
  expect(find('2001:db8:1::9')).toEqual({ country: 'FR', subdivision: '', city: 'Paris' })
  expect(find('198.51.100.7')).toEqual({ country: 'NZ', subdivision: '', city: '' })
  expect(find('198.51.100.8')).toBeUndefined()
  expect(find('2001:db9::1')).toBeUndefined()
})

it('knows no IPv6 address from a table of IPv4', async () => {
  await writePlaces(file, [{ network: '32.0.0.0/8', country: 'DE' }], { ipVersion: 4 })
  const { find } = await openWatched()
  expect(find('32.1.2.3')).toMatchObject({ country: 'DE' })
  expect(find('2001:db8::1')).toBeUndefined() // begins with the byte 32
})

it('takes no country that is not one', async () => {
  await writePlaces(file, [{ ...berlin, country: 'Germany' }])
  expect((await openWatched()).find('203.0.113.9')).toBeUndefined()
})

it('refuses a table of places that is none, in a sentence', async () => {
  await expect(openGeoip(file, { log: silentLog })).rejects.toThrow('GEOIP_DB')
  await writeFile(file, 'nothing of the kind')
  await expect(openGeoip(file, { log: silentLog })).rejects.toThrow(StartError)
})

it('takes a new table that is moved over the old one', async () => {
  await writePlaces(file, [berlin], { madeAt: new Date('2026-10-01') })
  const places = await openWatched()
  await writePlaces(`${file}.new`, [porto], { madeAt: new Date('2026-11-01'), layout: 'ip-location-db' })
  await rename(`${file}.new`, file)
  await expect.poll(() => places.find('203.0.113.9')?.city).toBe('Porto')
  expect(places.source).toEqual({ name: 'ip-location-db', madeAt: new Date('2026-11-01') })
  expect(warnings()).toEqual([])
})

it('takes a new table that is written in place, again and again', async () => {
  await writePlaces(file, [berlin])
  const places = await openWatched()
  for (const place of [porto, berlin, { ...porto, city: 'Gaia' }]) {
    await writePlaces(file, [place])
    await expect.poll(() => places.find('203.0.113.9')?.city).toBe(place.city)
  }
  expect(places.find('203.0.113.9')).toMatchObject({ country: 'PT', city: 'Gaia' })
})

const whole = tableOfPlaces([porto])
it.each<[string, () => Promise<void>]>([
  ['is half written', () => writeFile(file, whole.subarray(0, whole.length / 2))],
  ['has lost its middle', () => writeFile(file, whole.subarray(whole.length - 200))],
  ['is something else', () => writeFile(file, 'nothing of the kind')],
  ['is empty', () => truncate(file)],
  ['is gone', () => unlink(file)],
])('stays with the old table when the new one %s, and says so once', async (_case, harm) => {
  await writePlaces(file, [berlin])
  const places = await openWatched()
  await harm()
  await expect.poll(warnings).toEqual(["The new table of places can't be read; the old one stays in use"])
  // Many looks later it has not been said again, and a whole table is taken.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(places.find('203.0.113.9')).toMatchObject({ city: 'Berlin' })
  await writePlaces(file, [porto])
  await expect.poll(() => places.find('203.0.113.9')?.city).toBe('Porto')
  expect(warnings()).toHaveLength(1)
})

it('does not follow a file after it was closed', async () => {
  await writePlaces(file, [berlin])
  const [closed, open] = [await openWatched(), await openWatched()]
  closed.close()
  await writePlaces(`${file}.new`, [porto])
  await cp(`${file}.new`, file)
  await expect.poll(() => open.find('203.0.113.9')?.city).toBe('Porto')
  expect(closed.find('203.0.113.9')).toMatchObject({ city: 'Berlin' })
})

it('gives up the place rather than the click where the table is harmed', async () => {
  const table = tableOfPlaces([berlin])
  // The country's code becomes a text that is longer than the file.
  table.writeUInt8(0x5f, table.indexOf('DE') - 1)
  await writeFile(file, table)
  expect((await openWatched()).find('203.0.113.9')).toBeUndefined()
})
