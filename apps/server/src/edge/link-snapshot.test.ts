import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { takeFileLock } from '../platform/process/file-lock.ts'
import { silentLog } from '../platform/process/log.ts'
import type { HotLink } from './known-links.ts'
import { readLinkSnapshot, writeLinkSnapshot } from './link-snapshot.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'known-links-'))
})
afterEach(() => rm(folder, { recursive: true }))

const path = () => join(folder, 'known-links')
const dayMs = 86_400_000

function aHotLink(slug: string, checkedAt = Date.now()): HotLink {
  const target = `https://shop.example/${slug}?tag=mia-20&x=%20`
  return { slug, checkedAt, destination: { kind: 'link', linkId: `link of ${slug}`, projectId: 'p', organizationId: 'o', target } }
}
const many = (count: number) => Array.from({ length: count }, (_, nth) => aHotLink(`slug-${nth}`))
const read = (log = silentLog) => readLinkSnapshot(folder, systemClock.now(), log)

it.each([0, 1, 499, 500, 1_234])('gives back %i links as they were, in their order', async (count) => {
  const links = many(count)
  await writeLinkSnapshot(folder, links)
  expect(await read()).toEqual(links)
})

it('is for nobody else to read, and leaves no other file with links behind', async () => {
  await writeLinkSnapshot(folder, many(3))
  await writeLinkSnapshot(folder, many(2))
  expect((await stat(path())).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).sort()).toEqual(['known-links', 'known-links.lock'])
  expect((await stat(join(folder, 'known-links.lock'))).size).toBe(0)
})

/** Each leaves some file behind that is not the one that was written. */
const damages: [string, () => Promise<unknown>][] = [
  ['cut off', async () => truncate(path(), (await stat(path())).size - 40)],
  ['cut off after a line', async () => truncate(path(), (await readFile(path())).lastIndexOf('\n', -2) + 1)],
  ['emptied', () => truncate(path(), 0)],
  ['changed', async () => writeFile(path(), (await readFile(path(), 'latin1')).replace('slug-1?', 'slug-2?'))],
  ['continued', () => appendFile(path(), 'more\n')],
  ['nothing of ours', () => writeFile(path(), Buffer.from([0, 255, 10, 10, 1]))],
  ['a folder', () => rm(path()).then(() => mkdir(path()))],
]
it.each(damages)('is passed over with a warning when it is %s', async (_damage, damage) => {
  await writeLinkSnapshot(folder, many(3))
  await damage()
  const warnings: string[] = []
  expect(await read(pino({ level: 'warn' }, { write: (line) => warnings.push(line) }))).toEqual([])
  expect(warnings).toHaveLength(1)
})

it('is missed by nobody when there is none', async () => {
  const warnings: string[] = []
  expect(await read(pino({ level: 'warn' }, { write: (line) => warnings.push(line) }))).toEqual([])
  expect(warnings).toEqual([])
})

it('leaves out what nobody followed for a week', async () => {
  await writeLinkSnapshot(folder, [aHotLink('fresh', Date.now() - 6 * dayMs), aHotLink('old', Date.now() - 8 * dayMs)])
  expect((await read()).map((link) => link.slug)).toEqual(['fresh'])
})

it('is whole whichever of two edges wrote it last, and leaves it to one that is writing', async () => {
  const [one, other] = [many(2_000), many(1_500)]
  await Promise.all([writeLinkSnapshot(folder, one), writeLinkSnapshot(folder, other)])
  expect([1_500, 2_000]).toContain((await read()).length)

  await writeLinkSnapshot(folder, one)
  const lock = takeFileLock(join(folder, 'known-links.lock'))
  await writeLinkSnapshot(folder, other)
  expect(await read()).toHaveLength(2_000)
  lock?.release()
})

it('takes the place of what an edge left behind that was killed while it wrote', async () => {
  await writeFile(`${path()}.new`, 'half of a')
  await writeLinkSnapshot(folder, many(3))
  expect(await read()).toHaveLength(3)
})

it('keeps the snapshot there is when a new one can not be written to its end', async () => {
  await writeLinkSnapshot(folder, many(3))
  function* breakingOff() {
    yield* many(600)
    throw new Error('No space left on device')
  }
  await expect(writeLinkSnapshot(folder, breakingOff())).rejects.toThrow('No space left')
  expect(await read()).toHaveLength(3)
  expect((await readdir(folder)).sort()).toEqual(['known-links', 'known-links.lock'])
})
