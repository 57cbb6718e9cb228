import { dashboardSessionPaths } from '@linkshelf/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getFreshSession, renewSession, SignInRequiredError } from './renew-session.ts'
import { type StoredSession, sessionKey } from './stored-session.ts'

const minute = 60_000
const now = Date.now()
const renewed = { userId: 'mia', expiresAtMs: now + 10 * minute }
let renewals: string[] = []
let answer: () => Response

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  renewals = []
  answer = () => Response.json({ user_id: 'mia', expires_in: 600 })
  vi.stubGlobal('navigator', { locks: runOneAtATime() })
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    renewals.push(`${method} ${path}`)
    return answer()
  })
})
afterEach(() => void vi.useRealTimers())

describe('the session for a call', () => {
  it('is the stored session if its token is valid for more than five minutes', async () => {
    const session = storeSession(5.1 * minute)

    expect(await getFreshSession()).toEqual(session)
    expect(renewals).toEqual([])
  })

  it('is renewed if its token is valid for less than five minutes', async () => {
    storeSession(4.9 * minute)

    expect(await getFreshSession()).toEqual(renewed)
    expect(renewals).toEqual([`POST ${dashboardSessionPaths.renew}`])
  })

  it('is renewed once for concurrent calls', async () => {
    storeSession(minute)

    expect(await Promise.all([getFreshSession(), getFreshSession(), getFreshSession()])).toEqual([renewed, renewed, renewed])
    expect(renewals).toHaveLength(1)
  })

  it.each([
    ['can not be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['fails', () => new Response(null, { status: 503 })],
  ])('is the stored session if the server %s and the token is still valid', async (_when, failure) => {
    const session = storeSession(minute)
    answer = failure as () => Response

    expect(await getFreshSession()).toEqual(session)
  })

  it('is unavailable if the server fails and the token has expired', async () => {
    storeSession(-minute)
    answer = () => new Response(null, { status: 503 })

    await expect(getFreshSession()).rejects.toThrow(TypeError)
  })

  it('needs a sign-in when the server rejects the renewal', async () => {
    storeSession(-minute)
    answer = () => new Response(null, { status: 401 })

    await expect(getFreshSession()).rejects.toThrow(SignInRequiredError)
  })

  it.each([
    ['no session is stored', null],
    ['the stored session cannot be parsed', '{'],
    ['the stored session has no user', '{"expiresAtMs":1}'],
  ])('needs a sign-in when %s', async (_title, text) => {
    if (text !== null) localStorage.setItem(sessionKey, text)

    await expect(getFreshSession()).rejects.toThrow(SignInRequiredError)
  })
})

describe('a session that the API rejected', () => {
  it('is renewed even if its token has not expired', async () => {
    expect(await renewSession(storeSession(9 * minute))).toEqual(renewed)
  })

  it('is not renewed again if another tab has renewed it', async () => {
    const current = storeSession(9 * minute)

    expect(await renewSession({ ...current, expiresAtMs: now })).toEqual(current)
    expect(renewals).toEqual([])
  })
})

function storeSession(lastsMs: number): StoredSession {
  const session = { userId: 'mia', expiresAtMs: now + lastsMs }
  localStorage.setItem(sessionKey, JSON.stringify(session))
  return session
}

function runOneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: <Result>(_name: string, work: () => Promise<Result>): Promise<Result> => {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
