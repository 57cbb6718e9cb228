import { createServer } from 'node:http'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import type { ProviderSettings } from '../src/identity/index.ts'
import { closeServer } from '../src/platform/http/listen.ts'
import { fetchTokens, openTestIdentity, type TestIdentity } from './open-test-identity.ts'
import { openTestBrowser, type TestBrowser, type TestPage } from './test-browser.ts'

/** A user of the other provider. */
export interface OtherUser {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

export interface OtherProvider extends AsyncDisposable {
  issuer: string
  settings: ProviderSettings
  /** The next sign-in at the provider is by this user. */
  user: OtherUser
  /** Changes the claims of each id token before it is signed. */
  changeIdToken: (claims: Record<string, unknown>) => Record<string, unknown>
  /**
   * Signs in at the provider, where the address of `start` leads. Returns the address to which the provider redirects
   * the browser.
   */
  authorize(url: string): Promise<URL>
  /** Returns a logout token with these claims in addition to the usual ones. `typ` is the type in its header. */
  signLogoutToken(claims: Record<string, unknown>, typ?: string): Promise<string>
  /** Sends a logout as the provider itself sends it. */
  logOut(sub: string, sid: string): Promise<void>
  /** Stops the server, so that the provider can't be reached. */
  stop(): Promise<void>
}

const clientId = 'linkshelf'

/** Opens another OpenID provider on a free port, with one client: the app. It signs its user in without a page. */
export async function openOtherProvider(app: string, changed: Partial<ProviderSettings> = {}): Promise<OtherProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  const settings: ProviderSettings = {
    ...{ key: '1', issuer, clientId, clientSecret: 'secret of the client', scopes: 'openid profile email groups' },
    ...{ emailDomains: [], button: 'Continue with Acme', groups: undefined },
    ...changed,
  }
  const provider = createProvider({ issuer, key, settings, app, findUser: (sub) => (other.user.sub === sub ? other.user : { sub }) })
  provider.use(async (ctx, next) => {
    await next()
    const body = ctx.body as { id_token?: string } | undefined
    if (ctx.path !== '/token' || body?.id_token === undefined) return
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
    body.id_token = await sign(other.changeIdToken(claims))
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: other.user.sub } })
  })

  function sign(claims: Record<string, unknown>, typ?: string): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one', ...(typ && { typ }) }).sign(privateKey)
  }

  const other: OtherProvider = {
    issuer,
    settings,
    user: { sub: 'acme-1', email: 'mia@acme.test', email_verified: true, name: 'Mia Baker' },
    changeIdToken: (claims) => claims,
    async authorize(url) {
      return (await openTestBrowser(issuer).open(url)).url
    },
    signLogoutToken(claims, typ = 'logout+jwt') {
      const now = Math.floor(Date.now() / 1_000)
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      return sign({ iss: issuer, aud: clientId, iat: now, exp: now + 60, jti: crypto.randomUUID(), events, ...claims }, typ)
    },
    async logOut(sub, sid) {
      const client = (await provider.Client.find(clientId)) as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> }
      await client.backchannelLogout(sub, sid)
    },
    stop: () => closeServer(server),
    async [Symbol.asyncDispose]() {
      if (server.listening) await closeServer(server)
    },
  }
  return other
}

function createProvider({
  issuer,
  key,
  settings,
  app,
  findUser,
}: {
  issuer: string
  key: object
  settings: ProviderSettings
  app: string
  findUser: (sub: string) => OtherUser
}): Provider {
  const path = `${app}/auth/provider/${settings.key}`
  return new Provider(issuer, {
    jwks: { keys: [key as never] },
    cookies: { keys: ['a key of the other provider'] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clients: [
      {
        client_id: clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [`${path}/callback`],
        id_token_signed_response_alg: 'ES256',
        backchannel_logout_uri: `${path}/backchannel-logout`,
        backchannel_logout_session_required: true,
        scope: settings.scopes,
      },
    ],
    discovery: { prompt_values_supported: ['login', 'consent'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
    // The default rejects addresses of this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...findUser(sub) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId })
      grant.addOIDCScope(settings.scopes)
      await grant.save()
      return grant
    },
  })
}

export interface BothProviders extends AsyncDisposable {
  site: TestIdentity
  other: OtherProvider
  /** Returns the subject of the user who is signed in with this browser. */
  findUserId(browser: TestBrowser): Promise<string>
}

/** Opens our identity provider with one other provider, whose settings are changed by `changed`. */
export async function openWithOtherProvider(
  options: NonNullable<Parameters<typeof openTestIdentity>[0]> = {},
  changed: Partial<ProviderSettings> = {},
): Promise<BothProviders> {
  const site = await openTestIdentity(options)
  const other = await openOtherProvider(site.app, changed)
  await site.restart({ providers: [other.settings] })
  return {
    site,
    other,
    findUserId: async (browser) => decodeJwt((await fetchTokens(browser)).access_token).sub ?? '',
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]()
      await site[Symbol.asyncDispose]()
    },
  }
}

/** Signs in with the provider in this browser. `path` and `fields` are of the provider's button. */
export async function signInAtOther(
  browser: TestBrowser,
  other: OtherProvider,
  path?: string,
  fields?: Record<string, string>,
): Promise<TestPage> {
  return browser.open((await other.authorize(await startAtOther(browser, path, fields))).href)
}

/** Presses a provider's button. Returns the address at the provider to which the browser is sent. */
export async function startAtOther(browser: TestBrowser, path?: string, fields?: Record<string, string>): Promise<string> {
  return readRefresh(await pressProviderButton(browser, path, fields))
}

export function pressProviderButton(
  browser: TestBrowser,
  path = '/auth/provider/1',
  fields: Record<string, string> = {},
): Promise<TestPage> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: browser.app }
  return browser.open(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
}

/** Returns the address to which the browser goes from this page without a click. */
export function readRefresh({ headers }: { headers: Headers }): string {
  return headers.get('refresh')?.replace('0;url=', '') ?? ''
}
