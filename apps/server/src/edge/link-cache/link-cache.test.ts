import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import type { DestinationRule, FoundLink, ResolvedLink } from '../../links/visitors.ts'
import type { LinkOutcome } from '../outcome.ts'
import { type CachedLink, createLinkCache, type LinkCacheOptions } from './link-cache.ts'

/** Creates a database that can be slow, unreachable or changed. */
function aDatabase(links: Record<string, string> = {}) {
  const database = {
    links,
    isDown: false,
    queries: [] as string[][],
    /** Every query waits for this promise before it returns. */
    until: Promise.resolve(),
    async findLinks(addresses: string[]): Promise<Map<string, FoundLink>> {
      database.queries.push(addresses)
      const found = addresses.flatMap((address): [string, FoundLink][] => {
        const destination = database.links[address]
        if (destination === undefined) return []
        return [
          [address, destination.startsWith('https:') ? { kind: 'link', link: aResolvedLink(address, destination) } : { kind: 'invalid' }],
        ]
      })
      await database.until
      if (database.isDown) throw new Error('connect ECONNREFUSED')
      return new Map(found)
    },
  }
  return database
}

function aResolvedLink(address: string, destination = `https://shop.example/${address}`): ResolvedLink {
  return { linkId: address, projectId: 'p', organizationId: 'o', revision: 1, destination, rules: [] }
}

function moveToProject(address: string, found: FoundLink): FoundLink {
  return found.kind === 'link' ? { ...found, link: { ...found.link, projectId: `project of ${address}` } } : found
}

const getLocation = (outcome: LinkOutcome | undefined) => (outcome?.kind === 'redirect' ? outcome.location : outcome?.kind)

const openCache = (database: ReturnType<typeof aDatabase>, options: Partial<LinkCacheOptions> = {}) =>
  createLinkCache({ findLinks: database.findLinks, ...options })

/** Stops `performance.now()`: its time passes only if a test advances it. Timers still run. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
}
afterEach(() => void vi.useRealTimers())

it('loads a link once, and then gets it from the cache', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database)
  expect(cache.get('lamp')).toBeUndefined()
  expect(getLocation(await cache.load('lamp'))).toBe('https://shop.example/lamp')
  expect(getLocation(cache.get('lamp'))).toBe('https://shop.example/lamp')
  expect(database.queries).toEqual([['lamp']])
})

it('combines a thousand visitors of one link, and visitors of other links, into one query', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database)
  const others = Array.from({ length: 100 }, (_, index) => `other${index}`)
  await Promise.all([...Array.from({ length: 1_000 }, () => cache.load('lamp')), ...others.map((address) => cache.load(address))])
  expect(database.queries).toEqual([['lamp', ...others]])
})

it('caches that an address has no link until it is invalidated', async () => {
  const database = aDatabase()
  const cache = openCache(database)
  expect((await cache.load('lamp'))?.kind).toBe('not-found')
  expect(cache.get('lamp')?.kind).toBe('not-found')
  database.links.lamp = 'https://shop.example/lamp'
  cache.invalidate({ address: 'lamp' })
  expect(cache.get('lamp')).toBeUndefined()
  expect((await cache.load('lamp'))?.kind).toBe('redirect')
})

it('reloads only the links of a changed project, and serves them while the database is down', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp', chair: 'https://shop.example/chair' })
  const cache = openCache({
    ...database,
    findLinks: async (addresses) =>
      new Map([...(await database.findLinks(addresses))].map(([address, found]) => [address, moveToProject(address, found)])),
  })
  for (const address of ['lamp', 'chair']) await cache.load(address)
  database.links.lamp = 'https://shop.example/lamp?tag=mia-20'
  cache.invalidate({ projectId: 'project of lamp' })
  expect(cache.get('lamp')).toBeUndefined()
  expect(getLocation(cache.get('chair'))).toBe('https://shop.example/chair')
  expect(getLocation(await cache.load('lamp'))).toBe('https://shop.example/lamp?tag=mia-20')
  expect(getLocation(cache.get('lamp'))).toBe('https://shop.example/lamp?tag=mia-20')

  database.isDown = true
  cache.invalidate({ projectId: 'project of lamp' })
  expect(getLocation(await cache.load('lamp'))).toBe('https://shop.example/lamp?tag=mia-20')
})

it('does not cache a link if its project changes while the link is loading', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database)
  const release = Promise.withResolvers<void>()
  database.until = release.promise
  const loading = cache.load('lamp')
  await expect.poll(() => database.queries.length).toBe(1)
  cache.invalidate({ projectId: 'p' })
  release.resolve()
  await loading
  expect(cache.get('lamp')).toBeUndefined()
})

it('does not evict links when many addresses without a link are requested', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database, { maxMisses: 100, maxBytes: 10_000 })
  await cache.load('lamp')
  await Promise.all(Array.from({ length: 5_000 }, (_, index) => cache.load(`guess${index}`)))
  expect(cache.get('lamp')?.kind).toBe('redirect')
  expect(cache.state().misses).toBeLessThanOrEqual(101)
})

it('uses a bounded amount of memory', async () => {
  const links = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`l${index}`, `https://shop.example/${index}`]))
  const cache = openCache(aDatabase(links), { maxBytes: 100_000 })
  for (const address of Object.keys(links)) await cache.load(address)
  expect(cache.state().links).toBeGreaterThan(100)
  expect(cache.state().bytes).toBeLessThanOrEqual(100_000)
})

it('reloads a stale link', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database, { freshMs: 20 })
  await cache.load('lamp')
  database.links.lamp = 'https://shop.example/chair'
  await sleep(30)
  expect(cache.get('lamp')).toBeUndefined()
  expect(getLocation(await cache.load('lamp'))).toBe('https://shop.example/chair')
})

it('does not reload links while the cache is marked fresh, but looks up addresses without a link', async () => {
  stopClock()
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database, { freshMs: 20 })
  for (const address of ['lamp', 'missing']) await cache.load(address)
  for (let turn = 0; turn < 10; turn += 1) {
    vi.advanceTimersByTime(5)
    cache.markFresh(performance.now())
  }
  expect(cache.get('lamp')?.kind).toBe('redirect')
  expect(cache.get('missing')).toBeUndefined() // polling does not report new links
  cache.markAllStale()
  cache.markFresh(performance.now())
  expect(cache.get('lamp')).toBeUndefined()
  expect(database.queries.flat()).toEqual(['lamp', 'missing'])
})

it('serves only cached links, however old, while the database is down', async () => {
  stopClock()
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database, { freshMs: 2 })
  await cache.load('lamp')
  database.isDown = true
  vi.advanceTimersByTime(5)
  for (let visit = 0; visit < 50; visit += 1) expect(getLocation(await cache.load('lamp'))).toBe('https://shop.example/lamp')
  expect(await cache.load('chair')).toBeUndefined()
  expect(cache.state().isDatabaseReachable).toBe(false)
  expect(database.queries.length).toBeLessThan(5) // the circuit breaker does not query for every visitor

  database.isDown = false
  database.links.lamp = 'https://shop.example/chair'
  await expect.poll(async () => getLocation(await cache.load('lamp'))).toBe('https://shop.example/chair')
  expect(cache.state().isDatabaseReachable).toBe(true)
})

it('serves cached links if the database does not answer in time', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database, { timeoutMs: 20, freshMs: 0 })
  await cache.load('lamp')
  database.until = new Promise(() => {})
  await sleep(2)
  expect(getLocation(await cache.load('lamp'))).toBe('https://shop.example/lamp')
  expect(await cache.load('chair')).toBeUndefined()
})

it.each(['the link', 'everything'] as const)('does not cache a result if %s is invalidated during the query', async (what) => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database)
  let release = () => {}
  database.until = new Promise((resolve) => {
    release = resolve
  })
  const early = cache.load('lamp')
  await expect.poll(() => database.queries).toHaveLength(1)
  database.links.lamp = 'https://shop.example/chair'
  if (what === 'the link') cache.invalidate({ address: 'lamp' })
  else cache.markAllStale()
  release()
  await early
  expect(cache.get('lamp')).toBeUndefined()
  expect(getLocation(await cache.load('lamp'))).toBe('https://shop.example/chair')
})

it('serves stale entries only while the database is down', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database)
  await cache.load('lamp')
  await sleep(2)
  cache.markAllStale()
  expect(cache.get('lamp')).toBeUndefined()
  database.isDown = true
  expect((await cache.load('lamp'))?.kind).toBe('redirect')
})

it('does not use the negative cache while the database is down', async () => {
  const database = aDatabase()
  const cache = openCache(database)
  await cache.load('lamp')
  database.isDown = true
  await cache.load('chair')
  expect(cache.get('lamp')).toBeUndefined()
  expect(await cache.load('lamp')).toBeUndefined()
})

it('looks up addresses without a link on each visit while the negative cache is paused', async () => {
  const database = aDatabase()
  const cache = openCache(database)
  await cache.load('lamp')
  cache.pauseNegativeCache()
  expect(cache.get('lamp')).toBeUndefined()
  database.links.lamp = 'https://shop.example/lamp'
  expect((await cache.load('lamp'))?.kind).toBe('redirect')
  expect((await cache.load('chair'))?.kind).toBe('not-found')
  expect(cache.get('chair')).toBeUndefined()
  cache.resumeNegativeCache()
  await cache.load('chair')
  expect(cache.get('chair')?.kind).toBe('not-found')
})

it('tries an unreachable database for one visitor at a time, and no other visitor waits', async () => {
  stopClock()
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database, { freshMs: 0 })
  await cache.load('lamp')
  database.isDown = true
  await cache.load('chair')
  vi.advanceTimersByTime(260) // the circuit may try the database again
  const queries = database.queries.length
  database.until = new Promise(() => {})
  void cache.load('table')
  await expect.poll(() => database.queries).toHaveLength(queries + 1)
  for (let nth = 0; nth < 100; nth += 1) expect(await cache.load(`other${nth}`)).toBeUndefined()
  expect((await cache.load('lamp'))?.kind).toBe('redirect')
  expect(database.queries).toHaveLength(queries + 1)
})

it('does not make visitors wait for a second timeout if the database hangs', async () => {
  stopClock()
  const links = Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`l${nth}`, `https://shop.example/${nth}`]))
  const database = aDatabase(links)
  const cache = openCache(database, { timeoutMs: 50 })
  await Promise.all(Object.keys(links).map((address) => cache.load(address)))
  const queries = database.queries.length
  vi.advanceTimersByTime(2)
  cache.markAllStale()
  database.until = new Promise(() => {})
  const found = await Promise.all(Object.keys(links).map((address) => cache.load(address)))
  expect(found.every((outcome) => outcome?.kind === 'redirect')).toBe(true)
  expect(database.queries.length - queries).toBeLessThanOrEqual(2)
})

it('loads 20,000 stale links in few queries, two at a time, each link once', async () => {
  const addresses = Array.from({ length: 20_000 }, (_, nth) => `l${nth}`)
  let [running, maxRunning] = [0, 0]
  const queries: string[][] = []
  const cache = createLinkCache({
    async findLinks(some) {
      queries.push(some)
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await sleep(1)
      running -= 1
      return new Map(some.map((address) => [address, { kind: 'link', link: aResolvedLink(address) }]))
    },
  })
  cache.restore(addresses.map((address) => aCachedLink(address)))
  await sleep(2)
  cache.markAllStale()
  await Promise.all([...addresses, ...addresses].map((address) => cache.load(address)))
  expect(maxRunning).toBe(2)
  expect(queries.flat()).toHaveLength(20_000)
  expect(Math.max(...queries.map((some) => some.length))).toBeLessThanOrEqual(200)
  expect(addresses.every((address) => cache.get(address)?.kind === 'redirect')).toBe(true)
})

function aCachedLink(address: string): CachedLink {
  return { address, checkedAt: Date.now(), link: aResolvedLink(address) }
}

it('serves restored links only while the database is down', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/chair' })
  const cache = openCache(database)
  cache.restore([aCachedLink('lamp'), aCachedLink('table')])
  expect(cache.get('lamp')).toBeUndefined()
  expect(getLocation(await cache.load('lamp'))).toBe('https://shop.example/chair')
  expect((await cache.load('table'))?.kind).toBe('not-found')

  const later = openCache(database)
  later.restore([aCachedLink('lamp')])
  database.isDown = true
  expect(getLocation(await later.load('lamp'))).toBe('https://shop.example/lamp')
})

it('lists the most recently visited links, without deleted and missing ones', async () => {
  const database = aDatabase({ a: 'https://shop.example/a', b: 'https://shop.example/b', c: 'https://shop.example/c', x: 'javascript:x' })
  const cache = openCache(database)
  for (const address of ['a', 'b', 'c', 'x', 'missing']) await cache.load(address)
  cache.get('a')
  const recent = [...cache.recent(3)]
  expect(recent.map(({ address, link }) => [address, link.destination])).toEqual([
    ['a', 'https://shop.example/a'],
    ['c', 'https://shop.example/c'],
  ])
  const restored = openCache(database)
  restored.restore(recent)
  expect([...restored.recent(9)].map((link) => link.address)).toEqual(['a', 'c'])
})

it('counts hits, lookups and addresses without a link', async () => {
  const cache = openCache(aDatabase({ lamp: 'https://shop.example/lamp' }))
  for (const address of ['lamp', 'lamp', 'missing', 'missing', 'missing']) if (cache.get(address) === undefined) await cache.load(address)
  expect(cache.state()).toMatchObject({ hits: 3, lookups: 2, notFound: 1 })
})

/** Returns the bytes in use after all garbage is collected, which can take several turns of the event loop. */
async function measureUsedBytes(): Promise<number> {
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

/** Creates rules whose strings are not shared, as if they were read from a snapshot. */
function createShopRules(nth: number): DestinationRule[] {
  const shops = ['de', 'co.uk', 'fr', 'it', 'es'].map((market) => [
    market,
    {
      destination: `https://www.amazon.${market}/s?k=A+lamp+of+brass+${nth}&tag=mia-21`,
      shop: `amazon.${market}`,
      reason: 'local_search',
    },
  ])
  return JSON.parse(JSON.stringify([{ kind: 'shop', market: 'com', shops: Object.fromEntries(shops) }]))
}

it.each([
  ['links', 50_000, () => []],
  ['links that lead to several shops', 5_000, createShopRules],
])('estimates the memory of %s', async (_what, count, createRules) => {
  const cache = openCache(aDatabase(), { maxBytes: 1e12 })
  const before = await measureUsedBytes()
  for (let nth = 0; nth < count; nth += 1) {
    const id = () => Buffer.from(`01978f3a-0000-7000-8000-0000${String(nth).padStart(8, '0')}`).toString()
    const link = {
      ...aResolvedLink(''),
      linkId: id(),
      projectId: id(),
      organizationId: id(),
      destination: `https://shop.example/dp/${nth}`,
      rules: createRules(nth),
    }
    cache.restore([{ address: `address${nth}`, checkedAt: Date.now(), link }])
  }
  const used = (await measureUsedBytes()) - before
  const { bytes } = cache.state()
  expect(bytes / used).toBeGreaterThan(0.8)
  expect(bytes / used).toBeLessThan(1.25)
})

it('does not retain the long request targets that addresses are sliced from', async () => {
  const cache = openCache(aDatabase(), { maxMisses: 1_000 })
  const before = await measureUsedBytes()
  for (let nth = 0; nth < 1_000; nth += 1) {
    const target = Buffer.from(`/a-address-of-some-length-${nth}?${'x'.repeat(15_000)}`).toString('latin1')
    await cache.load(target.slice(1, target.indexOf('?')))
  }
  expect(cache.state().misses).toBe(1_000)
  expect((await measureUsedBytes()) - before).toBeLessThan(5_000_000)
})

it('replaces the cached link if the reloaded revision differs, and reuses it otherwise', async () => {
  const database = aDatabase({ lamp: 'https://shop.example/lamp' })
  const cache = openCache(database)
  const first = await cache.load('lamp')
  expect(await cache.load('lamp')).toBe(first)
  database.findLinks = async () => new Map([['lamp', { kind: 'link', link: { ...aResolvedLink('lamp'), revision: 2 } }]])
  const later = createLinkCache({ findLinks: (addresses) => database.findLinks(addresses) })
  later.restore([aCachedLink('lamp')])
  expect(await later.load('lamp')).toMatchObject({ link: { revision: 2 } })
})

const tagged: ResolvedLink = {
  ...aResolvedLink('lamp'),
  clickIdAt: 3,
  shop: 'amazon.com',
  expanded: 'https://shop.example/lamp/9',
  needsPage: false,
  title: 'A lamp',
  choices: [{ destination: 'https://shop.example/de', name: 'Shop', place: 'DE', shop: 'shop' }],
  rules: [{ kind: 'shop', market: 'com', shops: { de: { destination: 'https://shop.example/de', reason: 'local_asin' } } }],
}

it.each<[string, Partial<ResolvedLink>]>([
  ['its destination', { destination: 'https://shop.example/chair' }],
  ['where the id of a click goes', { clickIdAt: 4 }],
  ['its shop', { shop: 'amazon.de' }],
  ['where its short URL leads', { expanded: undefined }],
  ['whether a page comes first', { needsPage: true }],
  ['its title', { title: undefined }],
  ['its choices', { choices: [{ destination: 'https://shop.example/de', name: 'Shop', place: 'DE' }] }],
  ['its rules', { rules: [{ kind: 'shop', market: 'com', shops: { de: null } }] }],
  ['its project', { projectId: 'another' }],
])('replaces a cached link if %s changed without a new revision', async (_what, change) => {
  let link = tagged
  const cache = createLinkCache({ findLinks: async () => new Map([['lamp', { kind: 'link', link: structuredClone(link) }]]) })
  const first = await cache.load('lamp')
  expect(await cache.load('lamp')).toBe(first)
  link = { ...tagged, ...change }
  expect(await cache.load('lamp')).toMatchObject({ link })
})
