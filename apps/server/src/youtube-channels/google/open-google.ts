import { createKeyCipher } from '../../identity/index.ts'
import { type ConsentClient, type Google, GoogleError, noGoogle, toGoogleError } from './google.ts'

export interface GoogleSettings {
  /** The key for reading public data. */
  apiKey: string | undefined
  clientId: string | undefined
  clientSecret: string | undefined
  unitsPerDay: number
  /** The share of the daily quota for channels without a connected owner. See `Google`. */
  unconfirmedShare: number
  /** If undefined, uses Google's own servers. Tests set the URL of a server that replaces all of them. */
  url: string | undefined
}

/** The scope for editing videos. https://developers.google.com/youtube/v3/docs/videos/update#auth-required */
export const editScope = 'https://www.googleapis.com/auth/youtube.force-ssl'

/** Must exceed Google's slowest response and be shorter than the lease of a turn (`leaseMs` in turn-table.ts). */
const timeoutMs = 20_000

/**
 * Opens the operator's Google project. Returns `noGoogle` if there is no API key. While `isPaused` returns true, every
 * call fails as if Google did not answer.
 */
export async function openGoogle(
  { apiKey, clientId, clientSecret, unitsPerDay, unconfirmedShare, url }: GoogleSettings,
  secrets: readonly [Buffer, ...Buffer[]],
  isPaused: () => Promise<boolean> = async () => false,
): Promise<Google> {
  if (apiKey === undefined) return noGoogle
  // The library is imported here, so that only processes that use it load it.
  const { auth, youtube } = await import('@googleapis/youtube')
  // The library must not retry, because each attempt costs units.
  const options = { version: 'v3', retry: false, timeout: timeoutMs, ...(url !== undefined && { rootUrl: `${url}/` }) } as const
  const reader = youtube({ ...options, auth: apiKey })
  if (clientId === undefined || clientSecret === undefined) return { unitsPerDay, unconfirmedShare, isPaused, reader, consent: undefined }

  const endpoints =
    url === undefined
      ? undefined
      : {
          oauth2AuthBaseUrl: `${url}/o/oauth2/v2/auth`,
          oauth2TokenUrl: `${url}/token`,
          oauth2RevokeUrl: `${url}/revoke`,
        }
  const createClient = (redirectUri?: string) =>
    new auth.OAuth2({ clientId, clientSecret, redirectUri, ...(endpoints && { endpoints }), transporterOptions: { timeout: timeoutMs } })
  const assertRunning = async () => {
    if (await isPaused()) throw new GoogleError('unavailable')
  }
  const consent: ConsentClient = {
    cipher: createKeyCipher(secrets),
    urlOf: ({ state, challenge }, redirectUrl) =>
      createClient(redirectUrl).generateAuthUrl({
        access_type: 'offline',
        // Without this prompt, Google sends no refresh token if the owner has consented before.
        prompt: 'consent',
        include_granted_scopes: true,
        scope: [editScope],
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256' as never,
      }),
    async redeem(code, codeVerifier, redirectUrl) {
      await assertRunning()
      try {
        const { tokens } = await createClient(redirectUrl).getToken({ code, codeVerifier })
        return { refreshToken: tokens.refresh_token ?? '', scopes: (tokens.scope ?? '').split(' ') }
      } catch (error) {
        throw toGoogleError(error)
      }
    },
    writerOf(refreshToken) {
      const owner = createClient()
      owner.setCredentials({ refresh_token: refreshToken })
      return youtube({ ...options, auth: owner })
    },
    async revoke(refreshToken) {
      await assertRunning()
      try {
        await createClient().revokeToken(refreshToken)
      } catch (error) {
        throw toGoogleError(error)
      }
    },
  }
  return { unitsPerDay, unconfirmedShare, isPaused, reader, consent }
}
