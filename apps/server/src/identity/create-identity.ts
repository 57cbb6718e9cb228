import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiPath, passwordMinLength as defaultPasswordMinLength, issuerPath, type SignUpMode } from '@linkshelf/contract'
import type { JWTVerifyGetKey } from 'jose'
import type { ClientMetadata } from 'oidc-provider'
import type { AccessRevocations } from '../access/index.ts'
import { openCountryTable } from '../clicks/index.ts'
import type { MailDeps } from '../platform/deps.ts'
import { createTrustedProxyList } from '../platform/http/client-address.ts'
import { createClientDescriber } from './client-describer.ts'
import { createPendingSignIns } from './codes/pending-sign-in.ts'
import { reencryptTotpKeys } from './codes/totp-cipher.ts'
import { addDashboardSession } from './dashboard-session/dashboard-session.ts'
import { findCookieAuthorization } from './dashboard-session/session-cookies.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { createKeyFinder, loadIdentityKeys } from './keys/identity-keys.ts'
import { createKeyCipher, type KeyCipher } from './keys/key-cipher.ts'
import { type AuthPages, createAuthPages } from './pages/auth-pages.ts'
import { createPasskeyChallenges, type PasskeyChallenges } from './passkey-challenges.ts'
import { createUnmatchableHash } from './passwords/password-hash.ts'
import { createProviderHandler } from './provider/provider-request.ts'
import { createProviderClient } from './provider-clients/provider-client.ts'
import type { ProviderSettings } from './provider-clients/provider-settings.ts'
import { createSignedValues } from './signed-values.ts'
import { createKnownDevices } from './throttle/known-devices.ts'
import { createLoggedThrottle, type LoggedThrottle } from './throttle/rate-limits.ts'

export interface IdentityOptions {
  deps: MailDeps
  /**
   * Secrets from the configuration. The first secret encrypts the keys in the database. The others are earlier secrets
   * and only decrypt.
   */
  secrets: readonly [Buffer, ...Buffer[]]
  /** Addresses and CIDR ranges whose X-Forwarded-For header is trusted. */
  trustedProxies: readonly string[]
  /** Who can create an account; everyone by default. */
  signUps?: SignUpMode | undefined
  /**
   * How many accounts per hour a network may create without confirming the address by email first. If 0, every address
   * must be confirmed before the account is created.
   */
  instantSignUpsPerHour?: number
  /** The minimum length of a new password in characters; defaults to the contract's minimum. */
  passwordMinLength?: number | undefined
  /** The functions that revoke access that was given before an address was confirmed. They don't end sessions. */
  accessRevocations: AccessRevocations
  /** Clients of the provider in addition to the dashboard's client. None by default. */
  clients?: readonly ClientMetadata[]
  /** Other identity providers with which users can sign in. */
  providers?: readonly ProviderSettings[] | undefined
  /** Whether users sign in only with the other identity providers, never with a password. */
  isProviderOnly?: boolean | undefined
  /** A geoip database for the countries of sessions. If undefined, the bundled database is used. */
  geoipDb?: string | undefined
}

export interface Identity {
  issuer: string
  audience: string
  /** Finds the public key that verifies a token of this issuer, for `createTokenVerifier`. */
  jwks: JWTVerifyGetKey
  /** Counts form submissions and users' API calls. */
  throttle: LoggedThrottle
  /** Decrypts the keys of users' authenticator apps. */
  keyCipher: KeyCipher
  /** Whether users sign in only with other identity providers. */
  isProviderOnly: boolean
  /** The challenges of the forms and of the API's calls. */
  passkeyChallenges: PasskeyChallenges
  /** The routes under `/auth`, without that prefix. They need the bindings of Hono's Node server. */
  pages: AuthPages
  handle(request: IncomingMessage, response: ServerResponse): void
  /**
   * Returns the value of an Authorization header for a request of the dashboard, with the access token of its cookie.
   * Returns undefined if the request has no such cookie, or does not provably come from the dashboard.
   */
  findCookieAuthorization(headers: Headers): string | undefined
  close(): void
}

const defaultInstantSignUps = 100

/** The embedded identity provider for users, passwords, sessions and tokens. Creates its keys at the first start. */
export async function createIdentity({
  deps,
  secrets,
  trustedProxies,
  geoipDb,
  accessRevocations,
  clients: otherClients = [],
  signUps = 'open',
  instantSignUpsPerHour = defaultInstantSignUps,
  passwordMinLength = defaultPasswordMinLength,
  providers = [],
  isProviderOnly = false,
}: IdentityOptions): Promise<Identity> {
  const { db, clock, log, origins } = deps
  // Imported dynamically because jobs load this module and never run a provider.
  const { createDashboardClient, createProvider } = await import('./provider/create-provider.ts')
  const { createBrowserSessions } = await import('./provider/browser-session.ts')
  const { createTokenClient } = await import('./dashboard-session/token-client.ts')
  const keyCipher = createKeyCipher(secrets)
  const keys = await loadIdentityKeys({ ...deps, keyCipher })
  await reencryptTotpKeys(deps, keyCipher)
  const proxies = createTrustedProxyList(trustedProxies)
  const clients = createClientDescriber({ log, openCountries: () => openCountryTable(geoipDb, { log }) })
  // Each process has its own secret, because a process redeems tokens only at its own provider.
  const clientSecret = randomBytes(32).toString('base64url')
  const provider = createProvider({ ...deps, clients }, keys, [createDashboardClient(origins.app, clientSecret), ...otherClients])
  const sessions = createBrowserSessions(provider, deps, origins.app)
  const identityDeps: IdentityDeps = {
    ...deps,
    throttle: createLoggedThrottle(deps, keys.throttling),
    knownDevices: createKnownDevices(keys.cookies),
    clients,
    pendingSignIns: createPendingSignIns(deps, keys.cookies),
    keyCipher,
    passkeyChallenges: createPasskeyChallenges(keys.cookies, clock),
    hashEmail: (email) => createHmac('sha256', keys.throttling).update(`account\0${email.toLowerCase()}`).digest('hex').slice(0, 16),
    unmatchableHash: await createUnmatchableHash(),
    signUps,
    instantSignUpsPerHour,
    passwordMinLength,
    accessRevocations,
    providers: providers.map((settings) => createProviderClient(settings, { clock, appOrigin: origins.app })),
    isProviderOnly,
    signedValues: createSignedValues(keys.cookies, clock, 'sign-in at another provider'),
  }
  const respond = createProviderHandler(provider, origins.app, proxies)
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    respond(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'The identity provider failed')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  }

  const tokenClient = createTokenClient(handle, clientSecret)

  return {
    issuer: `${origins.app}${issuerPath}`,
    audience: `${origins.app}${apiPath}`,
    jwks: createKeyFinder({ db, clock, keyCipher }, keys),
    throttle: identityDeps.throttle,
    passkeyChallenges: identityDeps.passkeyChallenges,
    keyCipher,
    isProviderOnly,
    pages: createAuthPages(identityDeps, sessions, {
      trustedProxies: proxies,
      addRoutes: (pages, site) => addDashboardSession(pages, site, tokenClient),
    }),
    handle,
    findCookieAuthorization: (headers) => findCookieAuthorization(headers, origins.app),
    close: clients.close,
  }
}
