import type { IncomingMessage, ServerResponse } from 'node:http'
import { dashboardClientId, issuerPath, type UserId, userId } from '@linkshelf/contract'
import { decodeJwt } from 'jose'
import { inject } from 'light-my-request'
import { z } from 'zod'
import type { EventSource } from '../../access/index.ts'

/** The tokens of a browser. */
export interface DashboardTokens {
  userId: UserId
  accessToken: string
  refreshToken: string
  expiresInSeconds: number
}

/** The browser for which tokens are requested. The session list and the security log show it. */
export interface TokenRequester extends EventSource {
  userAgent: string
}

/** Requests tokens of the identity provider in the same process, as the dashboard's client. */
export interface TokenClient {
  /** Returns undefined if the provider rejects the code. */
  redeemCode(
    requester: TokenRequester,
    fields: { code: string; verifier: string; redirectUri: string },
  ): Promise<DashboardTokens | undefined>
  /** Returns undefined if the provider rejects the refresh token. A refresh token can be redeemed once. */
  redeemRefreshToken(requester: TokenRequester, refreshToken: string): Promise<DashboardTokens | undefined>
  /** Revokes the refresh token. Does nothing if it has already ended. */
  revoke(requester: TokenRequester, refreshToken: string): Promise<void>
}

const tokenResponse = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() })

/** `handle` is the provider's request handler. */
export function createTokenClient(handle: (request: IncomingMessage, response: ServerResponse) => void, secret: string): TokenClient {
  const authorization = `Basic ${Buffer.from(`${dashboardClientId}:${secret}`).toString('base64')}`

  /** Sends a form to an endpoint of the provider. Throws if the provider fails. */
  async function send(endpoint: string, { address, requestId, userAgent }: TokenRequester, fields: Record<string, string>) {
    const response = await inject(handle, {
      method: 'POST',
      url: `${issuerPath}${endpoint}`,
      remoteAddress: address,
      headers: {
        authorization,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': userAgent,
        'x-correlation-id': requestId,
      },
      payload: new URLSearchParams(fields).toString(),
    })
    if (response.statusCode === 200) return response
    if (response.statusCode === 400) return undefined
    throw new Error(`The identity provider answered ${response.statusCode} to a request for tokens`)
  }

  async function redeem(requester: TokenRequester, fields: Record<string, string>): Promise<DashboardTokens | undefined> {
    const response = await send('/token', requester, fields)
    if (response === undefined) return undefined
    const { access_token, refresh_token, expires_in } = tokenResponse.parse(response.json())
    const user = userId.parse(decodeJwt(access_token).sub)
    return { userId: user, accessToken: access_token, refreshToken: refresh_token, expiresInSeconds: expires_in }
  }

  return {
    redeemCode: (requester, { code, verifier, redirectUri }) =>
      redeem(requester, { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }),
    redeemRefreshToken: (requester, token) => redeem(requester, { grant_type: 'refresh_token', refresh_token: token }),
    async revoke(requester, token) {
      await send('/token/revocation', requester, { token, token_type_hint: 'refresh_token' })
    },
  }
}
