import { makeBoundedCache } from '../../platform/bounded-cache.ts'

/** Remembers what `read` said of a User-Agent: a few thousand of them make up nearly all traffic. */
export function memoizeByUserAgent<Answer extends object | boolean>(read: (userAgent: string) => Answer): (userAgent: string) => Answer {
  const answers = makeBoundedCache<Answer>(10_000)
  return (userAgent) => {
    const known = answers.find(userAgent)
    if (known !== undefined) return known
    const answer = read(userAgent)
    answers.put(userAgent, answer, 1)
    return answer
  }
}
