import { EventEmitter } from 'node:events'
import { apiPath, dashboardClientId, dashboardScope, issuerPath, signInReason } from '@linkshelf/contract'
import Provider, { type ClientMetadata, type Configuration, errors } from 'oidc-provider'
import { createPagePolicy } from '../../layout/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { IdentityKeys } from '../keys/identity-keys.ts'
import { recordSession, type SessionDeps } from '../sessions/record-session.ts'
import { browserContext, createInteractionAdapter } from './interaction-adapter.ts'
import { logSignOut } from './log-provider-events.ts'
import { createAccountFinder, createSignInPolicy, loadGrant } from './provider-accounts.ts'
import { showProviderError } from './provider-pages.ts'
import { createStateAdapter } from './provider-state-adapter.ts'
import { createSignOut, skipSignOutWithoutSession } from './sign-out.ts'
import { browserSessionLifetime, refreshTokenLifetime, tokenLifetimes } from './token-lifetimes.ts'

/** Creates the OpenID provider at `${app}/oidc`. */
export function createProvider(deps: OriginDeps & SessionDeps, keys: IdentityKeys, clients: ClientMetadata[]): Provider {
  const { log, origins } = deps
  const provider = new Provider(`${origins.app}${issuerPath}`, providerConfiguration(deps, keys, clients))
  provider.proxy = true // uses the scheme that `setAppOrigin` sets
  provider.use(async (ctx, next) => {
    for (const [name, value] of Object.entries(createPagePolicy(origins.app).headers)) ctx.set(name, value)
    await browserContext.run(ctx, next)
    await recordSession(deps, ctx)
  })
  provider.use(restartFormerDashboards(origins.app))
  provider.use(skipSignOutWithoutSession(provider, origins.app))
  provider.on('end_session.success', (ctx) => logSignOut(log, ctx))
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'The identity provider failed'))
  // The provider's types lack this Koa event. Without a listener, Koa writes errors to the console.
  EventEmitter.prototype.on.call(provider, 'error', (error) => log.error({ err: error }, 'The identity provider failed'))
  return provider
}

/** The scopes of an access token. The other requested scopes only control the provider. */
const accessTokenScope = 'openid profile email'

/** Every client uses the code flow with PKCE. Every other feature of clients is disabled. */
function providerConfiguration(deps: OriginDeps, keys: IdentityKeys, clients: ClientMetadata[]): Configuration {
  const { origins } = deps
  const audience = `${origins.app}${apiPath}`
  const storedState = createStateAdapter(deps)
  return {
    adapter: (kind: string) => (kind === 'Interaction' ? createInteractionAdapter(storedState(kind), origins.app) : storedState(kind)),
    jwks: { keys: keys.signing },
    clients,
    clientAuthMethods: ['client_secret_basic', 'none'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    scopes: dashboardScope.split(' '),
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    clientBasedCORS: (_ctx, origin) => origin === origins.app,
    cookies: cookieSettings(origins.app, keys.cookies),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: true, ...createSignOut(deps, origins.app) },
      resourceIndicators: apiAsOnlyResource(audience),
    },
    ttl: {
      AccessToken: tokenLifetimes.accessToken,
      AuthorizationCode: tokenLifetimes.code,
      IdToken: tokenLifetimes.accessToken,
      Interaction: tokenLifetimes.interaction,
      Session: browserSessionLifetime,
      Grant: tokenLifetimes.grant,
      RefreshToken: refreshTokenLifetime,
    },
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Codes and refresh tokens end when their session ends, so a sign-out in any tab of the browser ends them.
    expiresWithSession: () => true,
    extraParams: [signInReason.parameter],
    interactions: { url: () => '/auth/signin', policy: createSignInPolicy() },
    loadExistingGrant: (ctx) => loadGrant(ctx, { resource: audience, scope: accessTokenScope }),
    findAccount: createAccountFinder(deps),
    // These claims tell the API the session and grant of a call, and whether the session has a later sign-in.
    extraTokenClaims: ({ oidc: { entities } }, token) =>
      'sessionUid' in token
        ? {
            sid: token.sessionUid,
            grant_id: token.grantId,
            auth_time: (entities.RefreshToken ?? entities.AuthorizationCode)?.authTime,
          }
        : undefined,
    renderError: showProviderError,
  }
}

/**
 * Returns the client with which the API signs users of the dashboard in. It is confidential, so that a script in the
 * dashboard's page can't redeem the codes that it requests (RFC 10017, section 6.1.4.2).
 */
export function createDashboardClient(appOrigin: string, secret: string): ClientMetadata {
  return {
    client_id: dashboardClientId,
    client_name: 'Linkshelf',
    application_type: 'web',
    client_secret: secret,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [`${appOrigin}/callback`],
    post_logout_redirect_uris: [`${appOrigin}/sign-in`],
    id_token_signed_response_alg: 'ES256',
  }
}

/** The client id of dashboards that redeemed tokens themselves. */
const formerClientId = 'linkshelf-dashboard'

/** Loads the dashboard again if a tab still runs the dashboard of an earlier release, whose tokens are void. */
function restartFormerDashboards(appOrigin: string): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    if (ctx.path !== '/auth' || ctx.query.client_id !== formerClientId) return next()
    ctx.redirect(`${appOrigin}/`)
  }
}

function cookieSettings(appOrigin: string, keys: IdentityKeys['cookies']): Configuration['cookies'] {
  const isSecure = appOrigin.startsWith('https:')
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure: isSecure, overwrite: true, path: '/' } as const
  return {
    keys,
    // The prefixes bind a cookie to this host over TLS. The resume cookie has its own path, so its prefix can't be
    // __Host-.
    names: isSecure
      ? { session: '__Host-linkshelf-session', interaction: '__Host-linkshelf-interaction', resume: '__Secure-linkshelf-resume' }
      : { session: 'linkshelf-session', interaction: 'linkshelf-interaction', resume: 'linkshelf-resume' },
    long: cookie,
    short: cookie,
  }
}

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/** Makes every access token a JWT for the API, even if the request names no resource. */
function apiAsOnlyResource(audience: string): ResourceIndicators {
  return {
    enabled: true,
    defaultResource: () => audience,
    useGrantedResource: () => true,
    getResourceServerInfo: (_ctx, resource) => {
      if (resource !== audience) throw new errors.InvalidTarget()
      return {
        scope: accessTokenScope,
        audience,
        accessTokenTTL: tokenLifetimes.accessToken,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }
    },
  }
}
