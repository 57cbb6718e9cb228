import { LRUCache } from 'lru-cache'

/** Remembers what `read` said of a User-Agent: a few thousand of them make up nearly all traffic. */
export function memoizeByUserAgent<Answer extends object | boolean>(read: (userAgent: string) => Answer): (userAgent: string) => Answer {
  const answers = new LRUCache<string, Answer>({ max: 10_000 })
  return (userAgent) => {
    const known = answers.get(userAgent)
    if (known !== undefined) return known
    const answer = read(userAgent)
    answers.set(userAgent, answer)
    return answer
  }
}
