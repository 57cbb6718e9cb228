import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Destination } from '../links/index.ts'
import { type KnownLinksOptions, makeKnownLinks } from './known-links.ts'

/** A database that can be slow, down, or changed. */
function aDatabase(links: Record<string, string> = {}) {
  const database = {
    links,
    isDown: false,
    asked: [] as string[][],
    /** Holds every answer until it resolves. */
    until: Promise.resolve(),
    async findDestinations(slugs: string[]): Promise<Map<string, Destination>> {
      database.asked.push(slugs)
      const held = slugs.flatMap((slug): [string, Destination][] => {
        const target = database.links[slug]
        return target === undefined ? [] : [[slug, { kind: 'link', linkId: slug, projectId: 'p', organizationId: 'o', target }]]
      })
      await database.until
      if (database.isDown) throw new Error('connect ECONNREFUSED')
      return new Map(held)
    },
  }
  return database
}

const open = (database: ReturnType<typeof aDatabase>, options: Partial<KnownLinksOptions> = {}) =>
  makeKnownLinks({ findDestinations: database.findDestinations, sharedHeaders: [], ...options })

it('looks a link up once, and then knows it', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database)
  expect(known.recall('lamp')).toBeUndefined()
  expect((await known.lookUp('lamp'))?.go?.to).toBe('https://shop.example/lamp')
  expect(known.recall('lamp')?.go?.to).toBe('https://shop.example/lamp')
  expect(database.asked).toEqual([['lamp']])
})

it('asks once for a thousand visitors of one link, and together for those of others', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database)
  const others = Array.from({ length: 100 }, (_, index) => `other${index}`)
  await Promise.all([...Array.from({ length: 1_000 }, () => known.lookUp('lamp')), ...others.map((slug) => known.lookUp(slug))])
  expect(database.asked).toEqual([['lamp', ...others]])
})

it('remembers that nobody holds a slug, until somebody does', async () => {
  const database = aDatabase()
  const known = open(database)
  expect(await known.lookUp('lamp')).toBeNull()
  expect(known.recall('lamp')).toBeNull()
  database.links.lamp = 'https://shop.example/lamp'
  known.forget('lamp')
  expect(known.recall('lamp')).toBeUndefined()
  expect((await known.lookUp('lamp'))?.go).toBeDefined()
})

it('loses no link to a flood of slugs that nobody holds', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database, { maxMisses: 100, maxBytes: 10_000 })
  await known.lookUp('lamp')
  await Promise.all(Array.from({ length: 5_000 }, (_, index) => known.lookUp(`guess${index}`)))
  expect(known.recall('lamp')?.go).toBeDefined()
  expect(known.state().misses).toBeLessThanOrEqual(101)
})

it('holds a bounded number of links', async () => {
  const links = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`l${index}`, `https://shop.example/${index}`]))
  const known = open(aDatabase(links), { maxBytes: 100_000 })
  for (const slug of Object.keys(links)) await known.lookUp(slug)
  expect(known.state().known).toBeLessThan(120)
})

it('makes good a notice that was lost, once what it knows is old', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database, { refreshMs: 1_000, keepMs: 20 })
  await known.lookUp('lamp')
  database.links.lamp = 'https://shop.example/chair'
  await sleep(30)
  expect(known.recall('lamp')).toBeUndefined()
  expect((await known.lookUp('lamp'))?.go?.to).toBe('https://shop.example/chair')
})

it('lets nobody wait for a link that is visited often: it is looked up again meanwhile', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database, { refreshMs: 5, keepMs: 60_000 })
  await known.lookUp('lamp')
  database.links.lamp = 'https://shop.example/chair'
  await sleep(10)
  expect(known.recall('lamp')?.go?.to).toBe('https://shop.example/lamp')
  await expect.poll(() => known.recall('lamp')?.go?.to).toBe('https://shop.example/chair')
})

it('goes on with what it knows, however old, while the database is down, and says nothing about the rest', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database, { refreshMs: 1, keepMs: 2 })
  await known.lookUp('lamp')
  database.isDown = true
  await sleep(5)
  for (let visit = 0; visit < 50; visit += 1) expect((await known.lookUp('lamp'))?.go?.to).toBe('https://shop.example/lamp')
  expect(await known.lookUp('chair')).toBeUndefined()
  expect(known.state().isDatabaseReachable).toBe(false)
  expect(database.asked.length).toBeLessThan(5) // it is not asked by every visitor

  database.isDown = false
  database.links.lamp = 'https://shop.example/chair'
  await expect.poll(async () => (await known.lookUp('lamp'))?.go?.to).toBe('https://shop.example/chair')
  expect(known.state().isDatabaseReachable).toBe(true)
})

it('gives up on a database that does not answer', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database, { patienceMs: 20, keepMs: 0 })
  await known.lookUp('lamp')
  database.until = new Promise(() => {})
  await sleep(2)
  expect((await known.lookUp('lamp'))?.go?.to).toBe('https://shop.example/lamp')
  expect(await known.lookUp('chair')).toBeUndefined()
})

it.each(['the link', 'everything'] as const)('does not remember an answer that was under way when %s changed', async (what) => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database)
  let release = () => {}
  database.until = new Promise((resolve) => {
    release = resolve
  })
  const early = known.lookUp('lamp')
  await expect.poll(() => database.asked).toHaveLength(1)
  database.links.lamp = 'https://shop.example/chair'
  if (what === 'the link') known.forget('lamp')
  else known.doubtEverything()
  release()
  await early
  expect(known.recall('lamp')).toBeUndefined()
  expect((await known.lookUp('lamp'))?.go?.to).toBe('https://shop.example/chair')
})

it('believes nothing it knew once it is in doubt, unless it can not ask', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database)
  await known.lookUp('lamp')
  await sleep(2)
  known.doubtEverything()
  expect(known.recall('lamp')).toBeUndefined()
  database.isDown = true
  expect((await known.lookUp('lamp'))?.go).toBeDefined()
})
