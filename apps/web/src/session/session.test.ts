import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aSession } from '../../test/api-answers.ts'
import { sessionKey } from './stored-session.ts'

const provider = vi.hoisted(() => ({
  signinRedirectCallback: vi.fn<() => Promise<unknown>>(),
  signoutRedirect: vi.fn<() => Promise<unknown>>(),
  revokeTokens: vi.fn<(kinds: string[]) => Promise<unknown>>(),
  removeUser: vi.fn<() => Promise<unknown>>(),
}))
vi.mock('./sign-in-manager.ts', () => ({ signInManager: provider }))

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
  { who: 'another user', sub: 'noah', ends: 1 },
  { who: 'the same user', sub: 'mia', ends: 0 },
])('ends the previous session $ends times when $who signs in', async ({ sub, ends }) => {
  storeSessionFor('mia')
  provider.signinRedirectCallback.mockImplementation(async () => storeSessionFor(sub))

  await session.completeSignIn()

  expect([ended, session.getSessionState()]).toEqual([ends, 'authenticated'])
})

function storeSessionFor(sub: string): void {
  localStorage.setItem(sessionKey, JSON.stringify(aSession(Date.now(), { profile: { sub } })))
}

describe('signing out', () => {
  it('clears everything in this browser, then ends the session at the provider', async () => {
    provider.revokeTokens.mockResolvedValue(undefined)
    provider.signoutRedirect.mockImplementation(async () => expect(ended).toBe(1))

    await session.signOut()

    expect(provider.revokeTokens).toHaveBeenCalledExactlyOnceWith(['refresh_token'])
    expect(provider.signoutRedirect).toHaveBeenCalledOnce()
    expect(session.getSessionState()).toBe('loading')
  })

  it('clears the session in this browser even if the provider cannot be reached', async () => {
    provider.revokeTokens.mockRejectedValue(new TypeError('Failed to fetch'))
    provider.signoutRedirect.mockRejectedValue(new TypeError('Failed to fetch'))

    await session.signOut()

    expect(provider.removeUser).toHaveBeenCalledOnce()
    expect([ended, session.getSessionState()]).toEqual([1, 'unauthenticated'])
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
