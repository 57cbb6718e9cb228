import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshAccessToken, renewAccessToken, SignInRequiredError } from './renew-session.ts'
import { sessionKey } from './stored-session.ts'

const minute = 60_000
let renewals = 0
let renew: () => Promise<string> = async () => 'renewed'

vi.mock('./sign-in-manager.ts', () => ({
  signInManager: {
    signinSilent: async () => {
      renewals += 1
      const accessToken = await renew()
      keep(accessToken, 10 * minute)
      return { access_token: accessToken }
    },
  },
}))

beforeEach(() => {
  renewals = 0
  renew = async () => 'renewed'
  vi.stubGlobal('navigator', { locks: oneAtATime() })
})

describe('a token for a call', () => {
  it('is the stored one while it has more than five minutes left', async () => {
    keep('kept', 5.1 * minute)

    expect(await freshAccessToken()).toBe('kept')
    expect(renewals).toBe(0)
  })

  it('is renewed when it has less than five minutes left', async () => {
    keep('kept', 4.9 * minute)

    expect(await freshAccessToken()).toBe('renewed')
  })

  it('is renewed once for concurrent calls', async () => {
    keep('kept', minute)

    const tokens = await Promise.all([freshAccessToken(), freshAccessToken(), freshAccessToken()])

    expect(tokens).toEqual(['renewed', 'renewed', 'renewed'])
    expect(renewals).toBe(1)
  })

  it('is the stored one when the provider is down and it is still valid', async () => {
    keep('kept', minute)
    renew = async () => {
      throw new TypeError('Failed to fetch')
    }

    expect(await freshAccessToken()).toBe('kept')
  })

  it('is unavailable when the provider is down and it has expired', async () => {
    keep('kept', -minute)
    renew = async () => {
      throw new TypeError('Failed to fetch')
    }

    await expect(freshAccessToken()).rejects.toThrow(TypeError)
  })

  it('needs a sign-in when the provider rejects the renewal', async () => {
    const { ErrorResponse } = await import('oidc-client-ts')
    keep('kept', -minute)
    renew = async () => {
      throw new ErrorResponse({ error: 'invalid_grant' })
    }

    await expect(freshAccessToken()).rejects.toThrow(SignInRequiredError)
  })

  it.each([
    ['nobody is signed in', null],
    ['what is kept cannot be read', '{'],
    ['what is kept has no token', '{"expires_at":1,"profile":{"sub":"mia"}}'],
  ])('needs a sign-in when %s', async (_title, kept) => {
    if (kept !== null) localStorage.setItem(sessionKey, kept)

    await expect(freshAccessToken()).rejects.toThrow(SignInRequiredError)
  })
})

describe('a token the API rejected', () => {
  it('is replaced even when it has not expired', async () => {
    keep('refused', 9 * minute)

    expect(await renewAccessToken('refused')).toBe('renewed')
  })

  it('is not replaced again when another tab already did', async () => {
    keep('from another tab', 9 * minute)

    expect(await renewAccessToken('refused')).toBe('from another tab')
    expect(renewals).toBe(0)
  })
})

function keep(accessToken: string, lastsMs: number): void {
  const user = {
    access_token: accessToken,
    refresh_token: `refresh of ${accessToken}`,
    expires_at: (Date.now() + lastsMs) / 1_000,
    profile: { sub: 'mia' },
  }
  localStorage.setItem(sessionKey, JSON.stringify(user))
}

function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: <Result>(_name: string, work: () => Promise<Result>): Promise<Result> => {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
