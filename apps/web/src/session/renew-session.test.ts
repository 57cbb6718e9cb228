import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getFreshAccessToken, renewAccessToken, SignInRequiredError } from './renew-session.ts'
import { sessionKey } from './stored-session.ts'

const minute = 60_000
let renewals = 0
let renew: () => Promise<string> = async () => 'renewed'

vi.mock('./sign-in-manager.ts', () => ({
  signInManager: {
    signinSilent: async () => {
      renewals += 1
      const accessToken = await renew()
      storeSession(accessToken, 10 * minute)
      return { access_token: accessToken }
    },
  },
}))

beforeEach(() => {
  renewals = 0
  renew = async () => 'renewed'
  vi.stubGlobal('navigator', { locks: runOneAtATime() })
})

describe('a token for a call', () => {
  it('is the stored token if it is valid for more than five minutes', async () => {
    storeSession('stored', 5.1 * minute)

    expect(await getFreshAccessToken()).toBe('stored')
    expect(renewals).toBe(0)
  })

  it('is renewed if it is valid for less than five minutes', async () => {
    storeSession('stored', 4.9 * minute)

    expect(await getFreshAccessToken()).toBe('renewed')
  })

  it('is renewed once for concurrent calls', async () => {
    storeSession('stored', minute)

    const tokens = await Promise.all([getFreshAccessToken(), getFreshAccessToken(), getFreshAccessToken()])

    expect(tokens).toEqual(['renewed', 'renewed', 'renewed'])
    expect(renewals).toBe(1)
  })

  it('is the stored token if the provider is down and the token is still valid', async () => {
    storeSession('stored', minute)
    renew = async () => {
      throw new TypeError('Failed to fetch')
    }

    expect(await getFreshAccessToken()).toBe('stored')
  })

  it('is unavailable if the provider is down and the token has expired', async () => {
    storeSession('stored', -minute)
    renew = async () => {
      throw new TypeError('Failed to fetch')
    }

    await expect(getFreshAccessToken()).rejects.toThrow(TypeError)
  })

  it('needs a sign-in when the provider rejects the renewal', async () => {
    const { ErrorResponse } = await import('oidc-client-ts')
    storeSession('stored', -minute)
    renew = async () => {
      throw new ErrorResponse({ error: 'invalid_grant' })
    }

    await expect(getFreshAccessToken()).rejects.toThrow(SignInRequiredError)
  })

  it.each([
    ['no session is stored', null],
    ['the stored session cannot be parsed', '{'],
    ['the stored session has no token', '{"expires_at":1,"profile":{"sub":"mia"}}'],
  ])('needs a sign-in when %s', async (_title, stored) => {
    if (stored !== null) localStorage.setItem(sessionKey, stored)

    await expect(getFreshAccessToken()).rejects.toThrow(SignInRequiredError)
  })
})

describe('a token that the API rejected', () => {
  it('is replaced even if it has not expired', async () => {
    storeSession('rejected', 9 * minute)

    expect(await renewAccessToken('rejected')).toBe('renewed')
  })

  it('is not replaced again if another tab has replaced it', async () => {
    storeSession('from another tab', 9 * minute)

    expect(await renewAccessToken('rejected')).toBe('from another tab')
    expect(renewals).toBe(0)
  })
})

function storeSession(accessToken: string, lastsMs: number): void {
  const user = {
    access_token: accessToken,
    refresh_token: `refresh of ${accessToken}`,
    expires_at: (Date.now() + lastsMs) / 1_000,
    profile: { sub: 'mia' },
  }
  localStorage.setItem(sessionKey, JSON.stringify(user))
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
