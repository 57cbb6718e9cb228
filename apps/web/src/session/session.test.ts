import { dashboardSessionPaths } from '@linkshelf/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, aSession, Reply } from '../../test/open-dashboard.tsx'
import { sessionKey } from './stored-session.ts'

let session: typeof import('./session.ts')
let ended = 0

beforeEach(async () => {
  vi.resetModules()
  vi.resetAllMocks()
  localStorage.setItem(sessionKey, JSON.stringify(aSession(Date.now())))
  session = await import('./session.ts')
  ended = 0
  session.onSessionEnd(() => (ended += 1))
  await session.startSession()
})

it.each([
  { who: 'another user', userId: 'noah', ends: 1 },
  { who: 'the same user', userId: 'mia', ends: 0 },
])('ends the previous session $ends times when $who signs in', async ({ userId, ends }) => {
  answerCalls({ [`POST ${dashboardSessionPaths.complete}`]: () => ({ user_id: userId, expires_in: 600 }) })

  await session.completeSignIn()

  expect([ended, session.getSessionState()]).toEqual([ends, 'authenticated'])
  expect(JSON.parse(localStorage.getItem(sessionKey) ?? '')).toEqual({ userId, expiresAtMs: expect.any(Number) })
})

describe('signing out', () => {
  const signOut = `POST ${dashboardSessionPaths.signOut}`

  it('clears the data of this browser, ends the session at the server, and opens the sign-in page', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const endedBefore: number[] = []
    answerCalls({
      [signOut]: () => {
        endedBefore.push(ended)
        return new Reply(204, undefined)
      },
    })

    await session.signOut()

    expect([endedBefore, localStorage.getItem(sessionKey), session.getSessionState()]).toEqual([[1], null, 'loading'])
    expect(assign).toHaveBeenCalledExactlyOnceWith('/sign-in')
  })

  it('clears the session in this browser even if the server cannot be reached', async () => {
    answerCalls({})

    await session.signOut()

    expect([ended, localStorage.getItem(sessionKey), session.getSessionState()]).toEqual([1, null, 'unauthenticated'])
  })
})

describe('another tab', () => {
  function storeInOtherTab(newValue: string | null): void {
    window.dispatchEvent(Object.assign(new Event('storage'), { key: sessionKey, newValue }))
  }

  it('ends the session when it signs out, and restores it when it signs in', async () => {
    session.syncAcrossTabs()
    expect(session.getSessionState()).toBe('authenticated')

    storeInOtherTab(null)
    expect([ended, session.getSessionState()]).toEqual([1, 'unauthenticated'])

    storeInOtherTab(JSON.stringify(aSession(Date.now())))
    expect(session.getSessionState()).toBe('authenticated')
  })
})
