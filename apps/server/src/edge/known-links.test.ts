import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { Destination } from '../links/index.ts'
import { type HotLink, type KnownLinksOptions, makeKnownLinks } from './known-links.ts'

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
  makeKnownLinks({ findDestinations: database.findDestinations, ...options })

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
  expect(known.state().known).toBeGreaterThan(100)
  expect(known.state().bytes).toBeLessThanOrEqual(100_000)
})

it('makes good a change that nobody told of, once what it knows is old', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database, { keepMs: 20 })
  await known.lookUp('lamp')
  database.links.lamp = 'https://shop.example/chair'
  await sleep(30)
  expect(known.recall('lamp')).toBeUndefined()
  expect((await known.lookUp('lamp'))?.go?.to).toBe('https://shop.example/chair')
})

it('asks for no link again while it is told that every change was told', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database, { keepMs: 20 })
  for (const slug of ['lamp', 'nobody']) await known.lookUp(slug)
  for (let turn = 0; turn < 10; turn += 1) {
    await sleep(5)
    known.confirm(performance.now())
  }
  expect(known.recall('lamp')?.go).toBeDefined()
  expect(known.recall('nobody')).toBeUndefined() // of new links nobody tells twice
  known.doubtEverything()
  known.confirm(performance.now())
  expect(known.recall('lamp')).toBeUndefined()
  expect(database.asked.flat()).toEqual(['lamp', 'nobody'])
})

it('goes on with what it knows, however old, while the database is down, and says nothing about the rest', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database, { keepMs: 2 })
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

it('says nothing of what nobody held while it can not ask whether somebody does by now', async () => {
  const database = aDatabase()
  const known = open(database)
  await known.lookUp('lamp')
  database.isDown = true
  await known.lookUp('chair')
  expect(known.recall('lamp')).toBeUndefined()
  expect(await known.lookUp('lamp')).toBeUndefined()
})

it('believes no miss while nobody tells of changes', async () => {
  const database = aDatabase()
  const known = open(database)
  await known.lookUp('lamp')
  known.doubtMisses()
  expect(known.recall('lamp')).toBeUndefined()
  database.links.lamp = 'https://shop.example/lamp'
  expect((await known.lookUp('lamp'))?.go).toBeDefined()
  expect(await known.lookUp('chair')).toBeNull()
  expect(known.recall('chair')).toBeUndefined()
  known.believeMisses()
  await known.lookUp('chair')
  expect(known.recall('chair')).toBeNull()
})

it('lets one visitor find out whether the database is back, and nobody else wait for it', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const known = open(database, { keepMs: 0 })
  await known.lookUp('lamp')
  database.isDown = true
  await known.lookUp('chair')
  await sleep(260) // it may be asked again by now
  const asked = database.asked.length
  database.until = new Promise(() => {})
  void known.lookUp('table')
  await expect.poll(() => database.asked).toHaveLength(asked + 1)
  for (let nth = 0; nth < 100; nth += 1) expect(await known.lookUp(`other${nth}`)).toBeUndefined()
  expect((await known.lookUp('lamp'))?.go).toBeDefined()
  expect(database.asked).toHaveLength(asked + 1)
})

it('keeps no visitor waiting twice for a database that hangs, however many wait', async () => {
  const links = Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`l${nth}`, `https://shop.example/${nth}`]))
  const database = aDatabase(links)
  const known = open(database, { patienceMs: 50 })
  await Promise.all(Object.keys(links).map((slug) => known.lookUp(slug)))
  const asked = database.asked.length
  await sleep(2)
  known.doubtEverything()
  database.until = new Promise(() => {})
  const found = await Promise.all(Object.keys(links).map((slug) => known.lookUp(slug)))
  expect(found.every((link) => link?.go)).toBe(true)
  expect(database.asked.length - asked).toBeLessThanOrEqual(2)
})

it('looks 20,000 links in doubt up in few questions, two at a time, and each link once', async () => {
  const slugs = Array.from({ length: 20_000 }, (_, nth) => `l${nth}`)
  let [underWay, most] = [0, 0]
  const asked: string[][] = []
  const known = makeKnownLinks({
    async findDestinations(some) {
      asked.push(some)
      underWay += 1
      most = Math.max(most, underWay)
      await sleep(1)
      underWay -= 1
      return new Map(some.map((slug) => [slug, aHotLink(slug).destination]))
    },
  })
  known.restore(slugs.map((slug) => aHotLink(slug)))
  await sleep(2)
  known.doubtEverything()
  await Promise.all([...slugs, ...slugs].map((slug) => known.lookUp(slug)))
  expect(most).toBe(2)
  expect(asked.flat()).toHaveLength(20_000)
  expect(Math.max(...asked.map((some) => some.length))).toBeLessThanOrEqual(200)
  expect(slugs.every((slug) => known.recall(slug)?.go)).toBe(true)
})

function aHotLink(slug: string, target = `https://shop.example/${slug}`): HotLink {
  return { slug, checkedAt: Date.now(), destination: { kind: 'link', linkId: slug, projectId: 'p', organizationId: 'o', target } }
}

it('believes what an earlier process knew only when it can not ask', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/chair' })
  const known = open(database)
  known.restore([aHotLink('lamp'), aHotLink('table')])
  expect(known.recall('lamp')).toBeUndefined()
  expect((await known.lookUp('lamp'))?.go?.to).toBe('https://shop.example/chair')
  expect(await known.lookUp('table')).toBeNull()

  const later = open(database)
  later.restore([aHotLink('lamp')])
  database.isDown = true
  expect((await later.lookUp('lamp'))?.go?.to).toBe('https://shop.example/lamp')
})

it('hands on the links that were visited last, and none that leads nowhere', async () => {
  const database = aDatabase({ a: 'https://shop.example/a', b: 'https://shop.example/b', c: 'https://shop.example/c', x: 'javascript:x' })
  const known = open(database)
  for (const slug of ['a', 'b', 'c', 'x', 'nobody']) await known.lookUp(slug)
  known.recall('a')
  const handedOn = [...known.latest(3)]
  expect(handedOn.map((link) => [link.slug, link.destination.target])).toEqual([
    ['a', 'https://shop.example/a'],
    ['c', 'https://shop.example/c'],
  ])
  const heir = open(database)
  heir.restore(handedOn)
  expect([...heir.latest(9)].map((link) => link.slug)).toEqual(['a', 'c'])
})

it('counts what was asked for', async () => {
  const known = open(aDatabase({ lamp: 'https://shop.example/lamp' }))
  for (const slug of ['lamp', 'lamp', 'nobody', 'nobody', 'nobody']) if (known.recall(slug) === undefined) await known.lookUp(slug)
  expect(known.state()).toMatchObject({ lookUps: 2, notFound: 1 })
})

/** Bytes in use once everything is collected that nobody holds: what earlier tests left may take some turns of the loop. */
async function usedBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let used = Number.POSITIVE_INFINITY
  for (let isLess = true; isLess; ) {
    await sleep(10)
    collect()
    const { heapUsed } = process.memoryUsage()
    isLess = heapUsed < used * 0.999
    used = Math.min(used, heapUsed)
  }
  return used
}

it('knows what its links weigh', async () => {
  const known = open(aDatabase(), { maxBytes: 1e12 })
  const before = await usedBytes()
  for (let nth = 0; nth < 50_000; nth += 1) {
    const id = () => Buffer.from(`01978f3a-0000-7000-8000-0000${String(nth).padStart(8, '0')}`).toString()
    const destination = {
      kind: 'link',
      linkId: id(),
      projectId: id(),
      organizationId: id(),
      target: `https://shop.example/dp/${nth}`,
    } as const
    known.restore([{ slug: `slug${nth}`, checkedAt: Date.now(), destination }])
  }
  const used = (await usedBytes()) - before
  const { bytes } = known.state()
  expect(bytes / used).toBeGreaterThan(0.8)
  expect(bytes / used).toBeLessThan(1.25)
})

it('holds on to slugs, not to the long targets of requests that they were cut from', async () => {
  const known = open(aDatabase(), { maxMisses: 1_000 })
  const before = await usedBytes()
  for (let nth = 0; nth < 1_000; nth += 1) {
    const target = Buffer.from(`/a-slug-of-some-length-${nth}?${'x'.repeat(15_000)}`).toString('latin1')
    await known.lookUp(target.slice(1, target.indexOf('?')))
  }
  expect(known.state().misses).toBe(1_000)
  expect((await usedBytes()) - before).toBeLessThan(5_000_000)
})
