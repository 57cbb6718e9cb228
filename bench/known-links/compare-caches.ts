// Shows why the link cache has a protected segment. Compares the hit rates of links that are visited repeatedly, before
// and after a scan of many other links, in the segmented cache and in lru-cache with the same weight. It needs no
// database and no HTTP: `node bench/known-links/compare-caches.ts`.
import { LRUCache } from 'lru-cache'
import { createSegmentedCache } from '../../apps/server/src/edge/link-cache/segmented-cache.ts'
import { printMachine } from '../measure.ts'

const maxWeight = 64 * 1_048_576
const linkWeight = 560
const hot = 100_000
const scanned = 300_000

interface Cache {
  get(key: string): unknown
  set(key: string): void
}

const segmented = createSegmentedCache<object>(maxWeight, 0.8)
const recencyAlone = new LRUCache<string, object>({ maxSize: maxWeight })
const value = {}
const caches: Record<string, Cache> = {
  segmented: { get: (key) => segmented.get(key), set: (key) => segmented.set(key, value, linkWeight) },
  'lru-cache': { get: (key) => recencyAlone.get(key), set: (key) => void recencyAlone.set(key, value, { size: linkWeight }) },
}

printMachine({})
console.table(Object.fromEntries(Object.entries(caches).map(([name, cache]) => [name, measure(cache)])))

function measure(cache: Cache): object {
  const hotKeys = listKeys('hot', hot)
  visitAll(cache, hotKeys)
  const before = visitAll(cache, hotKeys)
  visitAll(cache, listKeys('scanned', scanned))
  const after = visitAll(cache, hotKeys)
  return { 'hit rate before': before.hitRate, 'hit rate after the scan': after.hitRate, 'µs a visit': before.microseconds }
}

function listKeys(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, nth) => `${prefix}${String(nth).padStart(8, '0')}`)
}

function visitAll(cache: Cache, visited: readonly string[]): { hitRate: number; microseconds: number } {
  let hits = 0
  const startedAt = performance.now()
  for (const key of visited) {
    if (cache.get(key) === undefined) cache.set(key)
    else hits += 1
  }
  const microseconds = ((performance.now() - startedAt) * 1_000) / visited.length
  return { hitRate: Number((hits / visited.length).toFixed(3)), microseconds: Number(microseconds.toFixed(2)) }
}
