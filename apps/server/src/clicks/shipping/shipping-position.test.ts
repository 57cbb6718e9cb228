import { link, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readPosition, writePosition } from './shipping-position.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'position-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('reads the last written position, even if it is shorter than earlier positions', async () => {
  expect(await readPosition(folder)).toBeUndefined()
  for (const position of [
    { segment: 1, shippedTo: 123_456_789, tryingTo: 987_654_321, unconfirmed: { segment: 3, to: 1_000_000 } },
    { segment: 1, shippedTo: 5, partEnds: [7, 9] },
    { segment: 2, shippedTo: 0 },
  ]) {
    await writePosition(folder, position)
    expect(await readPosition(folder)).toEqual(position)
  }
})

it.each(['', '{"segment":1,"ship', '{"segment":-1,"shippedTo":0}', 'null'])('reads no position from %j', async (text) => {
  await writeFile(join(folder, 'position.json'), text)
  expect(await readPosition(folder)).toBeUndefined()
})

it('reads `unconfirmed` under its name in the previous release', async () => {
  await writeFile(join(folder, 'position.json'), '{"segment":2,"shippedTo":5,"doubt":{"segment":3,"to":7}}')
  expect(await readPosition(folder)).toEqual({ segment: 2, shippedTo: 5, unconfirmed: { segment: 3, to: 7 } })
})

it('continues after a crash between any two of its steps, and never writes into the current position', async () => {
  const [path, next, replaced] = ['', '.new', '.old'].map((suffix) => join(folder, `position.json${suffix}`)) as [string, string, string]
  const crashes = [
    () => link(path, replaced),
    () => rm(next, { force: true }),
    async () => {
      await rm(next, { force: true })
      await link(path, next)
    },
    () => writeFile(next, '{"segment":9,"shi'),
  ]
  for (const [nth, crash] of crashes.entries()) {
    await writePosition(folder, { segment: 1, shippedTo: nth })
    await crash()
    expect(await readPosition(folder)).toEqual({ segment: 1, shippedTo: nth })
    const { ino } = await stat(path)
    await writePosition(folder, { segment: 2, shippedTo: nth })
    expect(await readPosition(folder)).toEqual({ segment: 2, shippedTo: nth })
    expect((await stat(path)).ino).not.toBe(ino)
  }
  expect((await readdir(folder)).sort()).toEqual(['position.json', 'position.json.new'])
})
