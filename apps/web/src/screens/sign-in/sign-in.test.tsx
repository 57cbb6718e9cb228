import { dashboardSessionPaths, signInRequiredMessage } from '@linkshelf/contract'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, aSession, inProject, noReply } from '../../../test/api-answers.ts'

const start = `GET ${dashboardSessionPaths.start}`
const complete = `POST ${dashboardSessionPaths.complete}`
const renew = `POST ${dashboardSessionPaths.renew}`
const signInUrl = `${window.location.origin}/oidc/auth`
const session = { user_id: 'mia', expires_in: 600 }

/** Loads the module of the current test, because replies are recognized by their class. */
async function reject(status: number): Promise<unknown> {
  const { errorReply } = await import('../../../test/api-answers.ts')
  return errorReply(status, 'SIGN_IN_REQUIRED', signInRequiredMessage)
}

/** The queries with which sign-ins were started. */
let starts: string[] = []
const redirect = vi.fn<(url: string | URL) => void>()

// Every test reloads the modules, because the session state is a module variable.
beforeEach(() => {
  vi.resetModules()
  vi.resetAllMocks()
  starts = []
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.spyOn(window.location, 'assign').mockImplementation(redirect)
  vi.stubGlobal('isSecureContext', true) // happy-dom does not have the property
  // A single tab needs no locks, so the work runs at once.
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: (_name: string, work: () => unknown) => work() } })
})

async function openAt(path: string, answers: Answers = {}, stored?: object): Promise<void> {
  const { openPage, signIn } = await import('../../../test/open-dashboard.tsx')
  if (stored !== undefined) signIn(stored)
  openPage(path, {
    [`GET ${inProject}/analytics/overview`]: noReply,
    [`GET ${inProject}/urls`]: () => [],
    [start]: ({ query }) => {
      starts.push(`${query}`)
      return { location: signInUrl }
    },
    ...answers,
  })
}

const expired = aSession(Date.now(), { expiresAtMs: 1 })
const guarded = ['/', '/links', '/links/some-link']

describe('a page behind sign-in', () => {
  it.each(guarded)(
    '%s shows Loading... while the session is renewed, and redirects to the provider when the renewal is rejected',
    async (path) => {
      const renewal = Promise.withResolvers<unknown>()
      await openAt(path, { [renew]: () => renewal.promise }, expired)

      expect(await screen.findByText('Loading...')).toBeTruthy()
      expect(screen.queryByRole('navigation')).toBeNull()
      renewal.resolve(reject(401))

      expect(await screen.findByText('Redirecting to login...')).toBeTruthy()
      expect(screen.getByText('Your session has expired. Please sign in again.')).toBeTruthy()
      await expect.poll(() => [starts, redirect.mock.calls]).toEqual([['reason=session-expired'], [[signInUrl]]])
    },
  )

  it.each(guarded)('%s redirects to the provider if there is no session', async (path) => {
    await openAt(path)

    expect(await screen.findByText('Redirecting to login...')).toBeTruthy()
    expect(screen.queryByText(/session has expired/)).toBeNull()
    await expect.poll(() => [starts, redirect.mock.calls]).toEqual([[''], [[signInUrl]]])
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('removes tokens that an earlier release stored, and tells the provider so once', async () => {
    localStorage.setItem('oidc.user:http://localhost:3000/oidc:linkshelf-dashboard', '{"access_token":"a","refresh_token":"b"}')
    localStorage.setItem('oidc.a-state', '{"code_verifier":"c"}')
    await openAt('/links')

    await expect.poll(() => redirect.mock.calls).toEqual([[signInUrl]])
    expect(starts).toEqual(['reason=tokens-moved'])
    expect(Object.keys(localStorage).filter((key) => key.startsWith('oidc'))).toEqual([])
  })

  it('shows Please sign in if the provider cannot be reached, and retries on Sign In', async () => {
    const answers = [() => reject(503), () => ({ location: signInUrl })]
    await openAt('/links', { [start]: () => answers.shift()?.() })

    expect(await screen.findByRole('heading', { name: 'Please sign in to continue' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))

    expect(await screen.findByText('Redirecting to login...')).toBeTruthy()
    await expect.poll(() => redirect.mock.calls).toEqual([[signInUrl]])
  })
})

describe('a URL at which the provider accepts no sign-in', () => {
  it.each(['/links?search=lamp', '/sign-in'])('%s links to the same page at the accepted URL, and names the setting', async (path) => {
    window.history.replaceState(null, '', path)
    await openAt(path, { [start]: () => ({ location: 'https://shelf.example/oidc/auth' }) })

    expect(await screen.findByRole('heading', { name: 'Sign in at another address' })).toBeTruthy()
    expect(screen.getByText(`You opened ${window.location.origin}, and signing in works only at https://shelf.example.`)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open shelf.example' }).getAttribute('href')).toBe(`https://shelf.example${path}`)
    expect(screen.getByText(/^Do you run this server\? To use another address, set APP_URL to it/)).toBeTruthy()
    expect(redirect).not.toHaveBeenCalled()
  })

  it('says that signing in needs https if the page was loaded over plain http', async () => {
    vi.stubGlobal('isSecureContext', false)
    await openAt('/links')

    expect(await screen.findByRole('heading', { name: 'Signing in needs https' })).toBeTruthy()
    expect(screen.getByText(/set APP_URL to its https address, and start Linkshelf again\.$/)).toBeTruthy()
    expect(redirect).not.toHaveBeenCalled()
  })
})

describe('/sign-in', () => {
  it('shows Signing in... and redirects to the provider', async () => {
    await openAt('/sign-in')

    expect(await screen.findByText('Signing in...')).toBeTruthy()
    await expect.poll(() => redirect.mock.calls).toEqual([[signInUrl]])
  })

  it('redirects signed-in users to the dashboard', async () => {
    await openAt('/sign-in', {}, aSession(Date.now()))

    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  })
})

describe('/callback', () => {
  async function openCallback(answer: Answers[string], stored?: object): Promise<void> {
    window.history.replaceState(null, '', '/callback?code=one&state=two')
    await openAt('/callback?code=one&state=two', { [complete]: answer }, stored)
  }

  it('shows Completing sign in..., then opens the dashboard', async () => {
    const answer = Promise.withResolvers<unknown>()
    const sent: unknown[] = []
    await openCallback((call) => {
      sent.push(call.body)
      return answer.promise
    })

    expect(await screen.findByText('Completing sign in...')).toBeTruthy()
    answer.resolve(session)

    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
    expect(sent).toEqual(['code=one&state=two'])
  })

  it('continues once to the URL that was requested in this tab before sign-in', async () => {
    window.history.replaceState(null, '', '/links?search=lamp')
    await openAt('/links?search=lamp')
    await expect.poll(() => redirect.mock.calls).toEqual([[signInUrl]])
    cleanup()
    vi.resetModules()

    await openCallback(() => session)

    expect(await screen.findByRole('heading', { level: 1, name: 'Links' })).toBeTruthy()
    expect(await screen.findByRole('textbox', { name: 'Search links' })).toHaveProperty('value', 'lamp')
    expect(sessionStorage.length).toBe(0)
  })

  it('continues with the page that another app shared before sign-in', async () => {
    window.history.replaceState(null, '', '/new?url=https://shop.example/lamp')
    await openAt('/new?url=https://shop.example/lamp')
    await expect.poll(() => redirect.mock.calls).toEqual([[signInUrl]])
    cleanup()
    vi.resetModules()

    await openCallback(() => session)

    expect(await screen.findByRole('textbox', { name: 'URL of the page' })).toHaveProperty('value', 'https://shop.example/lamp')
  })

  it.each([
    ['it was requested more than ten minutes ago', '/links', 10 * 60_000 + 1],
    ['it is on another site', '//evil.example/links', 0],
    ['it is on another site, with a backslash', '/\\evil.example/links', 0],
  ])('opens the dashboard instead of a stored URL if %s', async (_when, address, ageMs) => {
    sessionStorage.setItem('linkshelf.requested-address', JSON.stringify({ address, requestedAtMs: Date.now() - ageMs }))
    await openCallback(() => session)

    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  })

  it('shows the error, and continues to the dashboard', async () => {
    await openCallback(() => reject(401), aSession(Date.now()))

    expect(await screen.findByRole('heading', { name: 'Authentication failed' })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Continue' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  })
})

describe('an unknown path', () => {
  it.each(['/404', '/no/such/page', '/settingz'])('%s shows Page not found without signing in', async (path) => {
    await openAt(path)

    expect(await screen.findByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
    expect(redirect).not.toHaveBeenCalled()
  })
})
