import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aClick } from '../../test/a-click.ts'
import { openTestPlatform } from '../../test/open-test-platform.ts'
import { StartProblem } from '../platform/start-problem.ts'
import { describeEach, openClickDescriber } from './click-describer.ts'
import { openPlaces, type Places } from './places.ts'
import { deleteOldSalts, findSalt } from './visitor-salts.ts'

let places: Places
beforeAll(async () => {
  places = await openPlaces(undefined)
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-'))
})
afterAll(() => rm(folder, { recursive: true }))

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
  expect(places.find(address)).toEqual(place)
})

it('says where places come from, and how old that is', () => {
  expect(places.source.madeAt.getUTCFullYear()).toBe(2026)
})

it('refuses a table of places that is none, in a sentence', async () => {
  const file = join(folder, 'not.mmdb')
  await writeFile(file, 'nothing of the kind')
  await expect(openPlaces(file)).rejects.toThrow(StartProblem)
  await expect(openPlaces(join(folder, 'missing.mmdb'))).rejects.toThrow('GEOIP_DB')
})

it('describes with the salt of the day, which is the same for every process', async () => {
  await using platform = await openTestPlatform()
  const [one, other] = await Promise.all([openClickDescriber(platform), openClickDescriber(platform)])
  const click = aClick()
  const [a, b] = await Promise.all([one.describe([click]), other.describe([click])])
  expect(a.failed).toEqual([])
  expect(a.rows).toEqual(b.rows)
  expect(a.rows).toMatchObject([{ id: click.id, country: 'GB' }])
  one.close()
  other.close()
})

it('gives one salt to all who ask for a day at the same time', async () => {
  await using platform = await openTestPlatform()
  const salts = await Promise.all(Array.from({ length: 20 }, () => findSalt(platform.db, '2026-11-20')))
  expect(new Set(salts.map((salt) => salt.toString('hex'))).size).toBe(1)
  expect(salts[0]).toHaveLength(32)
  expect((await findSalt(platform.db, '2026-11-21')).equals(salts[0] ?? Buffer.alloc(0))).toBe(false)
})

it('deletes a salt before it is 48 hours old, and not while its day lasts', async () => {
  const day = Date.parse('2026-11-20T00:00:00Z')
  for (const [hours, isThere] of [
    [1, true],
    [24, true],
    [46, true],
    [47, false],
  ] as const) {
    await using platform = await openTestPlatform({ clock: { now: () => new Date(day + hours * 3_600_000) } })
    await findSalt(platform.db, '2026-11-20')
    await deleteOldSalts(platform)
    const left = await platform.db.selectFrom('visitor_salts').select('salt').execute()
    expect(left.length, `${hours} hours after the day began`).toBe(isThere ? 1 : 0)
  }
})

it('sets a click aside that can not be described, and describes the others', () => {
  const clicks = [aClick(), aClick(), aClick()]
  const described = describeEach(clicks, (click) => {
    if (click === clicks[1]) throw new Error('No words')
    return { id: click.id } as ReturnType<Parameters<typeof describeEach>[1]>
  })
  expect(described.rows.map((row) => row.id)).toEqual([clicks[0]?.id, clicks[2]?.id])
  expect(described.failed).toEqual([{ click: clicks[1], reason: 'No words' }])
})
