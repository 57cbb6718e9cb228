import { LRUCache } from 'lru-cache'

/** Memoizes a pure function of the User-Agent: a few thousand of them make up nearly all traffic. */
export function memoizeByUserAgent<Result extends object | boolean>(parse: (userAgent: string) => Result): (userAgent: string) => Result {
  const cache = new LRUCache<string, Result>({ max: 10_000 })
  return (userAgent) => {
    const cached = cache.get(userAgent)
    if (cached !== undefined) return cached
    const result = parse(userAgent)
    cache.set(userAgent, result)
    return result
  }
}
