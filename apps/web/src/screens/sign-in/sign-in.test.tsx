import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aSession, inProject, noReply } from '../../../test/api-answers.ts'

const provider = vi.hoisted(() => ({
  signinSilent: vi.fn<() => Promise<unknown>>(),
  signinRedirect: vi.fn<(options?: object) => Promise<unknown>>(),
  signinRedirectCallback: vi.fn<() => Promise<unknown>>(),
  metadataService: { getIssuer: vi.fn<() => Promise<string>>() },
}))
vi.mock('../../session/sign-in-manager.ts', () => ({ signInManager: provider }))

// Every test reloads the modules, because the session state is a module variable.
beforeEach(() => {
  vi.resetModules()
  vi.resetAllMocks()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  provider.signinRedirect.mockImplementation(noReply)
  provider.metadataService.getIssuer.mockImplementation(async () => `${window.location.origin}/oidc`)
  // happy-dom has no locks. A single tab needs no locks, so the work runs at once.
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: (_name: string, work: () => unknown) => work() } })
})

async function openAt(path: string, session?: object): Promise<void> {
  const { openPage, signIn } = await import('../../../test/open-dashboard.tsx')
  if (session !== undefined) signIn(session)
  openPage(path, { [`GET ${inProject}/analytics/overview`]: noReply, [`GET ${inProject}/urls`]: () => [] })
}

const expired = aSession(Date.now(), { expires_at: 1 })
const guarded = ['/', '/links', '/links/some-link']

describe('a page behind sign-in', () => {
  it.each(guarded)(
    '%s shows Loading... while the session is renewed, and redirects to the provider when the renewal is rejected',
    async (path) => {
      const { ErrorResponse } = await import('oidc-client-ts')
      const renewal = Promise.withResolvers<unknown>()
      provider.signinSilent.mockReturnValue(renewal.promise)
      await openAt(path, expired)

      await expect.poll(() => provider.signinSilent.mock.calls.length).toBe(1)
      expect(screen.getByText('Loading...')).toBeTruthy()
      expect(screen.queryByRole('navigation')).toBeNull()
      renewal.reject(new ErrorResponse({ error: 'invalid_grant' }))

      expect(await screen.findByText('Redirecting to login...')).toBeTruthy()
      expect(screen.getByText('Your session has expired. Please sign in again.')).toBeTruthy()
      await expect.poll(() => provider.signinRedirect.mock.calls).toEqual([[{ extraQueryParams: { reason: 'session-expired' } }]])
    },
  )

  it.each(guarded)('%s redirects to the provider if there is no session', async (path) => {
    await openAt(path)

    expect(await screen.findByText('Redirecting to login...')).toBeTruthy()
    expect(screen.queryByText(/session has expired/)).toBeNull()
    expect(provider.signinRedirect).toHaveBeenCalledExactlyOnceWith(undefined)
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('shows Please sign in if the provider cannot be reached, and retries on Sign In', async () => {
    provider.signinRedirect.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await openAt('/links')

    expect(await screen.findByRole('heading', { name: 'Please sign in to continue' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))

    expect(await screen.findByText('Redirecting to login...')).toBeTruthy()
    expect(provider.signinRedirect).toHaveBeenCalledTimes(2)
  })
})

describe('a URL at which the provider accepts no sign-in', () => {
  it.each(['/links?search=lamp', '/sign-in'])('%s links to the same page at the accepted URL, and names the setting', async (path) => {
    provider.metadataService.getIssuer.mockResolvedValue('https://shelf.example/oidc')
    window.history.replaceState(null, '', path)
    await openAt(path)

    expect(await screen.findByRole('heading', { name: 'Sign in at another address' })).toBeTruthy()
    expect(screen.getByText(`You opened ${window.location.origin}, and signing in works only at https://shelf.example.`)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open shelf.example' }).getAttribute('href')).toBe(`https://shelf.example${path}`)
    expect(screen.getByText(/^Do you run this server\? To use another address, set APP_URL to it/)).toBeTruthy()
    expect(provider.signinRedirect).not.toHaveBeenCalled()
  })

  it('says that signing in needs https if the browser has no cryptography', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto), randomUUID: undefined })
    await openAt('/links')

    expect(await screen.findByRole('heading', { name: 'Signing in needs https' })).toBeTruthy()
    expect(screen.getByText(/set APP_URL to its https address, and start Linkshelf again\.$/)).toBeTruthy()
    expect(provider.signinRedirect).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  })
})

describe('/sign-in', () => {
  it('shows Signing in... and redirects to the provider', async () => {
    await openAt('/sign-in')

    expect(await screen.findByText('Signing in...')).toBeTruthy()
    await expect.poll(() => provider.signinRedirect.mock.calls.length).toBe(1)
  })

  it('redirects signed-in users to the dashboard', async () => {
    await openAt('/sign-in', aSession(Date.now()))

    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  })
})

describe('/callback', () => {
  it('shows Completing sign in..., then opens the dashboard', async () => {
    const answer = Promise.withResolvers<unknown>()
    provider.signinRedirectCallback.mockReturnValue(answer.promise)
    await openAt('/callback?code=one&state=two', aSession(Date.now()))

    expect(await screen.findByText('Completing sign in...')).toBeTruthy()
    answer.resolve(undefined)

    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
    expect(provider.signinRedirectCallback).toHaveBeenCalledOnce()
  })

  it('continues once to the URL that was requested in this tab before sign-in', async () => {
    window.history.replaceState(null, '', '/links?search=lamp')
    await openAt('/links?search=lamp')
    await expect.poll(() => provider.signinRedirect.mock.calls.length).toBe(1)
    cleanup()
    vi.resetModules()

    provider.signinRedirectCallback.mockResolvedValue(undefined)
    await openAt('/callback?code=one&state=two', aSession(Date.now()))

    expect(await screen.findByRole('heading', { level: 1, name: 'Links' })).toBeTruthy()
    expect(await screen.findByRole('textbox', { name: 'Search links' })).toHaveProperty('value', 'lamp')
    expect(sessionStorage.length).toBe(0)
  })

  it('continues with the page that another app shared before sign-in', async () => {
    window.history.replaceState(null, '', '/new?url=https://shop.example/lamp')
    await openAt('/new?url=https://shop.example/lamp')
    await expect.poll(() => provider.signinRedirect.mock.calls.length).toBe(1)
    cleanup()
    vi.resetModules()

    provider.signinRedirectCallback.mockResolvedValue(undefined)
    await openAt('/callback?code=one&state=two', aSession(Date.now()))

    expect(await screen.findByRole('textbox', { name: 'URL of the page' })).toHaveProperty('value', 'https://shop.example/lamp')
  })

  it.each([
    ['it was requested more than ten minutes ago', '/links', 10 * 60_000 + 1],
    ['it is on another site', '//evil.example/links', 0],
    ['it is on another site, with a backslash', '/\\evil.example/links', 0],
  ])('opens the dashboard instead of a stored URL if %s', async (_when, address, ageMs) => {
    sessionStorage.setItem('linkshelf.requested-address', JSON.stringify({ address, requestedAtMs: Date.now() - ageMs }))
    provider.signinRedirectCallback.mockResolvedValue(undefined)
    await openAt('/callback?code=one&state=two', aSession(Date.now()))

    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  })

  it('shows the error, and continues to the dashboard', async () => {
    provider.signinRedirectCallback.mockRejectedValue(new Error('No matching state found in storage'))
    await openAt('/callback', aSession(Date.now()))

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
    expect(provider.signinRedirect).not.toHaveBeenCalled()
  })
})
