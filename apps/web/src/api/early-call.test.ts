import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeEarlyResponse } from './early-call.ts'

const url = 'http://localhost:3000/v1/org/urls'
const response = new Response()

beforeEach(() => {
  window.earlyCall = { url, userId: 'mia', response: Promise.resolve(response) }
})

afterEach(() => {
  window.earlyCall = undefined
  vi.restoreAllMocks()
})

it('returns the response once', async () => {
  expect(await takeEarlyResponse(new Request(url), 'mia')).toBe(response)
  expect(await takeEarlyResponse(new Request(url), 'mia')).toBeUndefined()
})

it.each([
  ['address', new Request(`${url}/one`), 'mia'],
  ['method', new Request(url, { method: 'DELETE' }), 'mia'],
  ['user', new Request(url), 'noah'],
])('returns the response only to a call with the same %s', async (_what, request, userId) => {
  expect(await takeEarlyResponse(request, userId)).toBeUndefined()
  expect(await takeEarlyResponse(new Request(url), 'mia')).toBe(response)
})

it('returns a response that has not arrived yet, even if the page started long ago', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  expect(await takeEarlyResponse(new Request(url), 'mia')).toBe(response)
})

it('does not return an outdated response', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  window.earlyCall = { url, userId: 'mia', response: Promise.resolve(response), receivedAt: 50_000 }
  expect(await takeEarlyResponse(new Request(url), 'mia')).toBeUndefined()
})
