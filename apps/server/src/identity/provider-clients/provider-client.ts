import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client'
import type { Clock } from '../../platform/clock.ts'
import { fetchWithinLimit, providerTimeoutSeconds } from './fetch-within-limit.ts'
import { createLogoutTokenVerifier, type LogoutToken } from './logout-token.ts'
import { type ProviderIdentity, toProviderIdentity } from './provider-identity.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** The secrets of a sign-in that has begun. Only the browser that began the sign-in has them. */
export interface SignInSecrets {
  state: string
  nonce: string
  verifier: string
  /** When the sign-in began, in seconds since 1970. Set only if the user must sign in at the provider again. */
  reauthenticatesSince?: number
}

/** Thrown if the user has to sign in at the provider again, but the provider says that the user did so earlier. */
export class EarlierSignInError extends Error {}

/** Another identity provider. Each function throws if the provider can't be reached or if its response is invalid. */
export interface ProviderClient {
  settings: ProviderSettings
  /**
   * Returns the address at the provider to which the browser is sent. If `reauthenticates`, the provider is asked to
   * let the user sign in again even if the user is signed in there.
   */
  beginSignIn(options: { reauthenticates: boolean }): Promise<{ url: string; secrets: SignInSecrets }>
  /**
   * Returns who signed in. `query` is the query of the address to which the provider redirected the browser. Throws if
   * the response is not for this sign-in, comes from another provider, or has an invalid id token. Throws
   * EarlierSignInError.
   */
  completeSignIn(query: string, secrets: SignInSecrets): Promise<ProviderIdentity>
  /** Returns the content of a logout token. Throws InvalidLogoutTokenError if the token is invalid. */
  verifyLogoutToken(token: string): Promise<LogoutToken>
}

const rediscoverAfterMs = 60 * 60_000

/** The tolerance for the time of a sign-in, because a provider's servers can have different clocks. */
const toleranceSeconds = 30

/**
 * Creates the client of a provider. The provider is requested only when somebody signs in, so a provider that is down
 * prevents neither a start nor sign-ins in other ways.
 */
export function createProviderClient(
  settings: ProviderSettings,
  { clock, appOrigin }: { clock: Clock; appOrigin: string },
): ProviderClient {
  // Each provider has a redirect address of its own, so that the response of one provider is never sent to another one.
  const redirectUri = `${appOrigin}/auth/provider/${settings.key}/callback`
  let known: { configuration: Promise<Configuration>; expiresAtMs: number } | undefined

  function getConfiguration(): Promise<Configuration> {
    const nowMs = clock.now().getTime()
    if (known === undefined || known.expiresAtMs <= nowMs) {
      const found = { configuration: discoverProvider(settings), expiresAtMs: nowMs + rediscoverAfterMs }
      found.configuration.catch(() => {
        if (known === found) known = undefined
      })
      known = found
    }
    return known.configuration
  }

  return {
    settings,

    async beginSignIn({ reauthenticates }) {
      const client = await import('openid-client')
      const configuration = await getConfiguration()
      const secrets: SignInSecrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        ...(reauthenticates && { reauthenticatesSince: toSeconds(clock.now()) }),
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        ...(reauthenticates && toReauthenticationParameters(configuration.serverMetadata())),
      })
      return { url: url.href, secrets }
    },

    async completeSignIn(query, { state, nonce, verifier, reauthenticatesSince }) {
      const client = await import('openid-client')
      const configuration = await getConfiguration()
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const idToken = tokens.claims()
      if (idToken === undefined) throw new Error('The provider sent no id token')
      if (reauthenticatesSince !== undefined) requireNewSignIn(idToken, toSeconds(clock.now()) - reauthenticatesSince)
      const isComplete = [...(settings.groups === undefined ? [] : [settings.groups.claim]), 'email'].every((claim) => claim in idToken)
      if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined)
        return toProviderIdentity(idToken, idToken, settings)
      const userInfo = await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
      return toProviderIdentity(idToken, { ...idToken, ...userInfo }, settings)
    },

    verifyLogoutToken: createLogoutTokenVerifier(settings, async () => (await getConfiguration()).serverMetadata()),
  }
}

/**
 * Returns the parameters that ask a provider to let the user sign in again. Every provider ignores parameters that it
 * does not know, but some reject values of `prompt` that they don't know.
 */
function toReauthenticationParameters({ prompt_values_supported: prompts }: ServerMetadata): Record<string, string> {
  return { max_age: '0', ...(Array.isArray(prompts) && prompts.includes('login') && { prompt: 'login' }) }
}

/**
 * Throws EarlierSignInError if the user signed in at the provider before this sign-in began. Compares two times of the
 * provider's clock. Accepts id tokens without `auth_time`, because some providers never send it.
 */
function requireNewSignIn({ auth_time: signedInAt, iat }: { auth_time?: number; iat: number }, elapsedSeconds: number): void {
  if (signedInAt !== undefined && signedInAt < iat - elapsedSeconds - toleranceSeconds)
    throw new EarlierSignInError('The provider did not let the user sign in again')
}

function toSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000)
}

async function discoverProvider({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const client = await import('openid-client')
  // The settings accept http only for an issuer on this machine.
  const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
  const authenticate: ClientAuth = (metadata, ...rest) => {
    const isPosted = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (isPosted ? client.ClientSecretPost : client.ClientSecretBasic)(clientSecret)(metadata, ...rest)
  }
  return client.discovery(new URL(issuer), clientId, {}, authenticate, {
    execute: [...insecure, client.enableNonRepudiationChecks],
    [client.customFetch]: fetchWithinLimit,
    timeout: providerTimeoutSeconds,
  })
}
