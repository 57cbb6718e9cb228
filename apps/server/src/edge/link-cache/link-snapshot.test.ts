import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { tryLockFile } from '../../platform/process/file-lock.ts'
import { silentLog } from '../../platform/process/log.ts'
import type { CachedLink } from './link-cache.ts'
import { readLinkSnapshot, writeLinkSnapshot } from './link-snapshot.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'known-links-'))
})
afterEach(() => rm(folder, { recursive: true }))

const path = () => join(folder, 'known-links')
const dayMs = 86_400_000

function aCachedLink(address: string, checkedAt = Date.now()): CachedLink {
  const destination = `https://shop.example/${address}?tag=mia-20&x=%20`
  return {
    address,
    checkedAt,
    link: { linkId: `link of ${address}`, projectId: 'p', organizationId: 'o', revision: 7, destination, rules: [] },
  }
}
const many = (count: number) => Array.from({ length: count }, (_, nth) => aCachedLink(`address-${nth}`))
const read = (log = silentLog) => readLinkSnapshot(folder, systemClock.now(), log)

it.each([0, 1, 499, 500, 1_234])('returns %i links as they were written, in the same order', async (count) => {
  const links = many(count)
  await writeLinkSnapshot(folder, links)
  expect(await read()).toEqual(links)
})

it('returns every field of a link, whatever text it contains', async () => {
  const cached = { ...aCachedLink('lamp'), address: 'go/k\u00fcche+1.0~\u{10428}' }
  const shop = { destination: 'https://www.amazon.de/s?k=lamp', shop: 'amazon.de', reason: 'local_search' } as const
  const more = {
    clickIdAt: 12,
    needsPage: true,
    title: 'Lámpara\t\u{1F4A1}\n',
    rules: [{ kind: 'shop', market: 'com', shops: { de: shop, fr: null } }],
    choices: [{ name: 'ランプ', place: 'de', destination: 'https://bit.ly/lamp', expanded: 'https://www.amazon.de/' }],
    expanded: 'https://maker.example/',
  } as const
  const links = [{ ...cached, link: { ...cached.link, ...more } }]
  await writeLinkSnapshot(folder, links)
  expect(await read()).toEqual(links)
})

it('is readable only by its user, and leaves no other file', async () => {
  await writeLinkSnapshot(folder, many(3))
  await writeLinkSnapshot(folder, many(2))
  expect((await stat(path())).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).sort()).toEqual(['known-links', 'known-links.lock'])
  expect((await stat(join(folder, 'known-links.lock'))).size).toBe(0)
})

/** Each function damages the file in a different way. */
const damages: [string, () => Promise<unknown>][] = [
  ['cut off', async () => truncate(path(), (await stat(path())).size - 40)],
  ['cut off after a line', async () => truncate(path(), (await readFile(path())).lastIndexOf('\n', -2) + 1)],
  ['emptied', () => truncate(path(), 0)],
  ['changed', async () => writeFile(path(), (await readFile(path(), 'latin1')).replace('address-1?', 'address-2?'))],
  ['continued', () => appendFile(path(), 'more\n')],
  ['another file', () => writeFile(path(), Buffer.from([0, 255, 10, 10, 1]))],
  ['a folder', () => rm(path()).then(() => mkdir(path()))],
]
it.each(damages)('is ignored with a warning if it is %s', async (_damage, damage) => {
  await writeLinkSnapshot(folder, many(3))
  await damage()
  const warnings: string[] = []
  expect(await read(pino({ level: 'warn' }, { write: (line) => warnings.push(line) }))).toEqual([])
  expect(warnings).toHaveLength(1)
})

it('returns no links and logs no warning if there is no file', async () => {
  const warnings: string[] = []
  expect(await read(pino({ level: 'warn' }, { write: (line) => warnings.push(line) }))).toEqual([])
  expect(warnings).toEqual([])
})

it('drops links that were not confirmed for a week', async () => {
  await writeLinkSnapshot(folder, [aCachedLink('fresh', Date.now() - 6 * dayMs), aCachedLink('old', Date.now() - 8 * dayMs)])
  expect((await read()).map((link) => link.address)).toEqual(['fresh'])
})

it('is complete if two edges write it, and is not written while another edge writes', async () => {
  const [one, other] = [many(2_000), many(1_500)]
  await Promise.all([writeLinkSnapshot(folder, one), writeLinkSnapshot(folder, other)])
  expect([1_500, 2_000]).toContain((await read()).length)

  await writeLinkSnapshot(folder, one)
  const lock = tryLockFile(join(folder, 'known-links.lock'))
  await writeLinkSnapshot(folder, other)
  expect(await read()).toHaveLength(2_000)
  lock?.release()
})

it('replaces the unfinished file of an edge that was killed', async () => {
  await writeFile(`${path()}.new`, 'half of a')
  await writeLinkSnapshot(folder, many(3))
  expect(await read()).toHaveLength(3)
})

it('leaves the old snapshot if writing the new one fails', async () => {
  await writeLinkSnapshot(folder, many(3))
  function* failing() {
    yield* many(600)
    throw new Error('No space left on device')
  }
  await expect(writeLinkSnapshot(folder, failing())).rejects.toThrow('No space left')
  expect(await read()).toHaveLength(3)
  expect((await readdir(folder)).sort()).toEqual(['known-links', 'known-links.lock'])
})

it('reads links with rules', async () => {
  const link = aCachedLink('lamp')
  const rules = [{ kind: 'country', countries: ['DE', 'AT'], destination: 'https://xn--bcher-kva.example/' }] as const
  const withRules: CachedLink = { ...link, link: { ...link.link, rules } }
  await writeLinkSnapshot(folder, [withRules])
  expect(await read()).toEqual([withRules])
})

it('reads the first format, which has neither revisions nor rules', async () => {
  const line = `lamp\t${Date.now()}\tl\tp\to\thttps://shop.example/\n`
  await writeFile(path(), `${line}known-links-1 1 ${crc32(Buffer.from(line))}\n`)
  const link = { linkId: 'l', projectId: 'p', organizationId: 'o', revision: 0, destination: 'https://shop.example/', rules: [] }
  expect(await read()).toEqual([{ address: 'lamp', checkedAt: expect.any(Number), link }])
})

it('drops a link whose destination is not an http(s) URL', async () => {
  const link = aCachedLink('lamp')
  await writeLinkSnapshot(folder, [{ ...link, link: { ...link.link, destination: 'javascript:alert(1)' } }, aCachedLink('chair')])
  expect((await read()).map(({ address }) => address)).toEqual(['chair'])
})
