import { EventEmitter } from 'node:events'
import { apiPath, dashboardClientId, dashboardScope, issuerPath } from '@linkshelf/contract'
import Provider, { type Configuration, errors, type FindAccount, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { pagePolicy } from '../../layout/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectAccount } from '../user-table.ts'
import type { IdentityKeys } from './identity-keys.ts'
import { lifetimes } from './lifetimes.ts'
import { showProviderError } from './provider-pages.ts'
import { makeStateAdapter } from './provider-state-adapter.ts'
import { makeSignOut } from './sign-out.ts'

/** What a token for the API may say about its person; the rest of what the dashboard asks for only steers the provider. */
const tokenScope = 'openid profile email'

type Tools = Pick<Deps, 'db' | 'clock' | 'log' | 'origins'>

/**
 * The OpenID provider at `${app}/oidc` for one client of ours: the dashboard, a public client with code and PKCE. What a client could ask for
 * beyond that is switched off.
 */
export function openProvider({ db, clock, log, origins }: Tools, keys: IdentityKeys): Provider {
  const isSecure = origins.app.startsWith('https:')
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure: isSecure, overwrite: true } as const
  const configuration: Configuration = {
    adapter: makeStateAdapter(db, clock),
    jwks: { keys: keys.signing },
    clients: [
      {
        client_id: dashboardClientId,
        client_name: 'Linkshelf',
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${origins.app}/callback`],
        post_logout_redirect_uris: [`${origins.app}/sign-in`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    scopes: dashboardScope.split(' '),
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    clientBasedCORS: (_ctx, origin) => origin === origins.app,
    cookies: {
      keys: keys.cookies,
      // The prefixes bind a cookie to this very host over TLS; the resume cookie lives on one path, so it can't be a __Host- one.
      names: isSecure
        ? { session: '__Host-linkshelf-session', interaction: '__Host-linkshelf-interaction', resume: '__Secure-linkshelf-resume' }
        : { session: 'linkshelf-session', interaction: 'linkshelf-interaction', resume: 'linkshelf-resume' },
      long: { ...cookie, path: '/' },
      short: { ...cookie, path: '/' },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: true, ...makeSignOut(db, origins.app) },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => `${origins.app}${apiPath}`,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== `${origins.app}${apiPath}`) throw new errors.InvalidTarget()
          return {
            scope: tokenScope,
            audience: resource,
            accessTokenTTL: lifetimes.accessToken,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          }
        },
      },
    },
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      IdToken: lifetimes.accessToken,
      Interaction: lifetimes.interaction,
      Session: lifetimes.session,
      Grant: lifetimes.grant,
      RefreshToken: refreshTokenLifetime,
    },
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Codes and refresh tokens end with the session they came from: signing out anywhere in the browser ends them.
    expiresWithSession: () => true,
    interactions: { url: () => '/auth/signin', policy: signInPolicy() },
    loadExistingGrant: (ctx) => grantFor(ctx, `${origins.app}${apiPath}`),
    findAccount: async (ctx, id, token) => {
      const account = await selectAccount(db, id)
      if (account === undefined || beganBefore(account.signed_out_at, signedInAt(ctx, token))) return undefined
      return { accountId: id, claims: () => ({ sub: id, name: account.full_name, email: account.email }) }
    },
    renderError: showProviderError,
  }
  const provider = new Provider(`${origins.app}${issuerPath}`, configuration)
  provider.proxy = true // the scheme is the one `asSeenFromApp` writes
  provider.use(async (ctx, next) => {
    for (const [name, value] of Object.entries(pagePolicy(origins.app).headers)) ctx.set(name, value)
    await next()
  })
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'The identity provider failed'))
  // Koa's own event, which the provider's types leave out; unheard, Koa writes to the console.
  EventEmitter.prototype.on.call(provider, 'error', (error) => log.error({ err: error }, 'The identity provider failed'))
  return provider
}

/** A successor ends when its first one would have ended. */
function refreshTokenLifetime({ oidc }: KoaContextWithOIDC): number {
  return oidc.entities.RotatedRefreshToken?.remainingTTL ?? lifetimes.refreshToken
}

/** Sessions whose person was signed out everywhere, or is gone, have to sign in again. */
function signInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  const isVoid = new interactionPolicy.Check('session_void', 'the session is no longer valid', 'login_required', ({ oidc }) => {
    return oidc.session?.accountId !== undefined && oidc.account === undefined
  })
  policy.get('login')?.checks.add(isVoid)
  return policy
}

/**
 * The dashboard is ours, so its person is not asked whether it may know them. One grant serves a session's sign-ins until a token from it could
 * outlive it; it is never written twice, so one that was ended meanwhile can't come back.
 */
async function grantFor({ oidc }: KoaContextWithOIDC, resource: string) {
  const { client, session, account, provider } = oidc
  if (client === undefined || session === undefined || account === undefined) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (known?.accountId === account.accountId && known.remainingTTL > lifetimes.refreshToken) return known

  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope(dashboardScope)
  grant.addResourceScope(resource, tokenScope)
  await grant.save()
  return grant
}

/** In seconds: of the token's own sign-in, or of the session that asks. */
function signedInAt(ctx: KoaContextWithOIDC, token: Parameters<FindAccount>[2]): number | undefined {
  if (token === undefined) return ctx.oidc.session?.loginTs
  return 'authTime' in token ? token.authTime : token.iat
}

/** Seconds against milliseconds: what began within the second of the signing out still counts. */
function beganBefore(signedOutAt: Date | null, beganAtSeconds: number | undefined): boolean {
  return signedOutAt !== null && (beganAtSeconds ?? 0) < Math.floor(signedOutAt.getTime() / 1000)
}
