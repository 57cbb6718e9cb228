import { expect, it } from 'vitest'
import { fetchWithRetries } from './retries.ts'

const url = 'https://app.test/v1/organizations'

/** Creates a server that responds with these statuses in turn. An error stands for a broken connection. */
function makeServer(answers: (number | Error)[]) {
  const seen: string[] = []
  const fetch = async (request: Request) => {
    seen.push(request.method)
    const answer = answers[seen.length - 1]
    if (answer instanceof Error) throw answer
    return new Response('{}', { status: answer ?? 200 })
  }
  return { seen, options: { fetch, retryDelayMs: 1 } }
}

it('repeats a GET at most twice after network errors and responses with status 500 or more', async () => {
  const { seen, options } = makeServer([new TypeError('reset'), 503, 200])
  expect((await fetchWithRetries(options, () => new Request(url))).status).toBe(200)
  expect(seen).toHaveLength(3)

  const broken = makeServer([500, 502, 503, 200])
  expect((await fetchWithRetries(broken.options, () => new Request(url))).status).toBe(503)

  const unreachable = makeServer([1, 2, 3].map(() => new TypeError('reset')))
  const rejected = fetchWithRetries(unreachable.options, () => new Request(url))
  await expect(rejected).rejects.toMatchObject({ name: 'LinkshelfError', code: 'NETWORK_ERROR', status: 0 })
})

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('never repeats %s', async (method) => {
  const { seen, options } = makeServer([500, 200])
  expect((await fetchWithRetries(options, () => new Request(url, { method }))).status).toBe(500)
  expect(seen).toEqual([method])
})

it('repeats no request after a status below 500, and no request that is aborted while it waits', async () => {
  const missing = makeServer([404, 200])
  expect((await fetchWithRetries(missing.options, () => new Request(url))).status).toBe(404)

  const controller = new AbortController()
  const { seen, options } = makeServer([500, 200])
  const request = () => new Request(url, { signal: controller.signal })
  const waiting = fetchWithRetries({ ...options, retryDelayMs: 60_000 }, request)
  controller.abort(new Error('left the page'))
  await expect(waiting).rejects.toThrow('left the page')
  expect(seen).toHaveLength(1)
})
