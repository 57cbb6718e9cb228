import { createHash, randomBytes } from 'node:crypto'
import { dashboardScope, dashboardSessionPaths, issuerPath } from '@linkshelf/contract'
import type { ClientMetadata } from 'oidc-provider'

/** The part of a browser that signing in needs: cookies, redirects and forms. */
export interface TestBrowser {
  /** The app's origin. */
  app: string
  /** Sends one request, with the browser's cookies; does not follow redirects. */
  fetch(url: string, init?: RequestInit): Promise<Response>
  /** Follows redirects until a page or one of the dashboard's own paths is reached. */
  open(url: string, init?: RequestInit): Promise<TestPage>
  /** Sends the page's form with these fields, as a browser without JavaScript would. */
  submit(page: TestPage, fields: Record<string, string>, headers?: Record<string, string>): Promise<TestPage>
  cookies: Map<string, { value: string; path: string }>
}

export interface TestPage {
  url: URL
  status: number
  headers: Headers
  html: string
}

export function openTestBrowser(app: string): TestBrowser {
  const cookies: TestBrowser['cookies'] = new Map()
  const browser: TestBrowser = {
    app,
    cookies,
    async fetch(url, init = {}) {
      const target = new URL(url, app)
      const headers = new Headers(init.headers)
      const sent = [...cookies].filter(([, { path }]) => target.pathname.startsWith(path)).map(([name, { value }]) => `${name}=${value}`)
      if (sent.length > 0) headers.set('cookie', sent.join('; '))
      const response = await fetch(target, { ...init, headers, redirect: 'manual' })
      for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
      return response
    },
    async open(url, init) {
      let at = new URL(url, app)
      let response = await browser.fetch(at.href, init)
      for (let hops = 0; hops < 10 && response.headers.has('location'); hops += 1) {
        at = new URL(response.headers.get('location') ?? '', at)
        if (at.origin !== app || ['/', '/callback', '/sign-in'].includes(at.pathname)) break
        response = await browser.fetch(at.href)
      }
      return { url: at, status: response.status, headers: response.headers, html: await response.text() }
    },
    submit(page, fields, headers = {}) {
      const action = /<form[^>]*action="([^"]+)"/.exec(page.html)?.[1] ?? ''
      const hidden = [...page.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ])
      return browser.open(action, {
        method: 'POST',
        headers: { origin: app, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }),
      })
    },
  }
  return browser
}

function storeCookie(cookies: TestBrowser['cookies'], line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/)
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
  if (value === '' || attributes.some((attribute) => /^expires=Thu, 01 Jan 1970/i.test(attribute))) cookies.delete(name)
  else cookies.set(name, { value, path })
}

/** Opens the sign-in page as the dashboard does, or the callback if the browser is signed in. */
export async function openSignIn(browser: TestBrowser, query = ''): Promise<TestPage> {
  const { pathname, search } = new URL(await fetchSignInUrl(browser, query))
  return browser.open(pathname + search)
}

/** Returns the URL of an authorization request of the dashboard. */
export async function fetchSignInUrl(browser: TestBrowser, query = ''): Promise<string> {
  const response = await browser.fetch(dashboardSessionPaths.start + query)
  return ((await response.json()) as { location: string }).location
}

/** Sends the parameters of the callback to the API, as the dashboard does. */
export function completeSignIn(browser: TestBrowser, callback: TestPage, headers: Record<string, string> = {}): Promise<Response> {
  return browser.fetch(dashboardSessionPaths.complete, { method: 'POST', headers, body: callback.url.searchParams })
}

/** Signs the browser out, as the dashboard does. */
export function signOut(browser: TestBrowser, headers: Record<string, string> = {}): Promise<Response> {
  return browser.fetch(dashboardSessionPaths.signOut, { method: 'POST', headers })
}

export interface Tokens {
  access_token: string
  refresh_token: string
}

/** Returns the tokens in the cookies of a response. A token is empty if the response does not set it. */
export function readTokens(response: Response): Tokens {
  const read = (name: string) =>
    response.headers.getSetCookie().flatMap((line) => new RegExp(`^(?:__Host-)?linkshelf-${name}=([^;]+)`).exec(line)?.[1] ?? [])[0] ?? ''
  return { access_token: read('access'), refresh_token: read('refresh') }
}

/** Redeems a refresh token as the dashboard's browser does. */
export function redeemRefreshToken(app: string, token: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${app}${dashboardSessionPaths.renew}`, {
    method: 'POST',
    headers: { origin: app, cookie: `linkshelf-refresh=${token}`, ...headers },
  })
}

/** A client that redeems codes at the token endpoint itself. The dashboard has no such client. */
export const publicClientId = 'a-public-client'

export function aPublicClient(app: string): ClientMetadata {
  return {
    client_id: publicClientId,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [`${app}/callback`],
    post_logout_redirect_uris: [`${app}/sign-in`],
    id_token_signed_response_alg: 'ES256',
  }
}

export interface Authorization {
  url: string
  verifier: string
  state: string
  nonce: string
}

/** Returns an authorization request of the public client. */
export function anAuthorization(app: string, changed: Record<string, string | undefined> = {}): Authorization {
  const [verifier, state, nonce] = [createSecret(), createSecret(), createSecret()]
  const params = {
    client_id: publicClientId,
    redirect_uri: `${app}/callback`,
    response_type: 'code',
    scope: dashboardScope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...changed,
  }
  const query = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  return { url: `${app}${issuerPath}/auth?${query}`, verifier, state, nonce }
}

/** The token endpoint's response to the public client. */
export interface PublicTokens extends Tokens {
  id_token: string
  expires_in: number
  scope: string
  token_type: string
}

export function redeemCode(app: string, code: string, verifier: string): Promise<Response> {
  return requestTokens(app, { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: `${app}/callback` })
}

/** Redeems a refresh token of the public client. */
export function redeemPublicRefreshToken(app: string, token: string, headers: Record<string, string> = {}): Promise<Response> {
  return requestTokens(app, { grant_type: 'refresh_token', refresh_token: token }, headers)
}

function requestTokens(app: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${app}${issuerPath}/token`, {
    method: 'POST',
    headers: { origin: app, ...headers },
    body: new URLSearchParams({ client_id: publicClientId, ...fields }),
  })
}

function createSecret(): string {
  return randomBytes(32).toString('base64url')
}
