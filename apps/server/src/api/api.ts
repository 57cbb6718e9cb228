import { createServer, type RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { apiKeyInvalidMessage, issuerPath } from '@linkshelf/contract'
import { fail, type VerifyToken } from '../access/index.ts'
import { accessRevocations } from '../access-revocations.ts'
import { openLiveClicks } from '../analytics/index.ts'
import { isApiKey, openApiKeyVerifier, openRequestQuota } from '../api-keys/index.ts'
import { openLostClicksSubscription, openShippingRequests } from '../clicks/index.ts'
import { createAvatarRoute, createIdentity, type IdentityOptions, openSessionVerifier } from '../identity/index.ts'
import type { InstanceSettings } from '../instance/index.ts'
import { createSiteIconRoute } from '../links/index.ts'
import { createUnsubscribePages } from '../notifications/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createTrustedProxyList } from '../platform/http/client-address.ts'
import { createConnectionLimit } from '../platform/http/connection-limit.ts'
import { closeServer, listen } from '../platform/http/listen.ts'
import { requestIdHeader, setSecurityHeaders, toRequestId } from '../platform/http/response-headers.ts'
import type { BodyRateOptions } from '../platform/http/slow-body.ts'
import { answerUnreadableRequests, requireHost } from '../platform/http/unreadable-requests.ts'
import { createCallerDatabase } from '../platform/postgres/postgres.ts'
import { type Billing, createStripeWebhook, manualBilling } from '../subscriptions/index.ts'
import { type Google, noGoogle } from '../youtube-channels/index.ts'
import { createApiApp } from './api-app.ts'
import { createCallHandler } from './api-calls.ts'

export interface ApiOptions {
  deps: Deps
  /** The URL of the database that publishes shipped clicks, with the account for LISTEN. */
  listenerUrl: string
  host: string
  port: number
  trustedProxies: string[]
  /** Maximum number of open connections per IPv4 address or IPv6 /64. */
  connectionsPerAddress?: number
  bodyRate?: BodyRateOptions
  /** See `IdentityOptions`. */
  identitySecrets: IdentityOptions['secrets']
  /** See `IdentityOptions`. */
  instantSignUpsPerHour?: number
  /** See `IdentityOptions`. */
  geoipDb?: string | undefined
  /** See `IdentityOptions`. */
  providers?: IdentityOptions['providers']
  /** See `IdentityOptions`. */
  isProviderOnly?: boolean | undefined
  instance?: InstanceSettings
  billing?: Billing
  google?: Google
  dashboardFolder: string
}

export interface Api {
  port: number
  /** Returns how many connections were closed since the start because their address had too many. */
  rejectedConnections(): number
  close(): Promise<void>
}

const metadataPath = '/.well-known/oauth-authorization-server'
/**
 * Clients insert the well-known path between the issuer's host and the issuer's path (RFC 8414, 3.1). The identity
 * provider serves the metadata at the issuer's path followed by the well-known path.
 */
const rfc8414MetadataPath = `${metadataPath}${issuerPath}`

/**
 * Opens the HTTP server for owners: `/v1`, the identity provider, the `/auth` pages, the terms and the dashboard's
 * files.
 */
export async function openApi(options: ApiOptions): Promise<Api> {
  const {
    deps,
    listenerUrl,
    identitySecrets,
    trustedProxies,
    connectionsPerAddress = 1_000,
    bodyRate,
    instantSignUpsPerHour,
    geoipDb,
    providers,
    isProviderOnly,
    instance = {},
    billing = manualBilling,
    google = noGoogle,
    dashboardFolder,
  } = options
  const identity = await createIdentity({
    deps,
    secrets: identitySecrets,
    trustedProxies,
    instantSignUpsPerHour,
    signUps: instance.signUps,
    passwordMinLength: instance.passwordMinLength,
    accessRevocations,
    geoipDb,
    providers,
    isProviderOnly,
  })
  const shippingRequests = openShippingRequests({ ...deps, listenerUrl })
  const live = openLiveClicks({ ...deps, listenerUrl, onEvent: () => void shippingRequests.announceRead() })
  const lostClicks = openLostClicksSubscription({ ...deps, listenerUrl })
  const proxies = createTrustedProxyList(trustedProxies)
  const sessions = openSessionVerifier(deps, { issuer: identity.issuer, audience: identity.audience, keys: identity.jwks })
  const apiKeys = openApiKeyVerifier(deps)
  const quota = openRequestQuota(deps)
  const verifyToken: VerifyToken = async (token, source) => {
    if (!isApiKey(token)) return sessions.verify(token)
    return (await apiKeys.verify(token, source)) ?? fail('SIGN_IN_REQUIRED', undefined, apiKeyInvalidMessage)
  }
  const app = createApiApp({
    origins: deps.origins,
    hasPlans: deps.hasPlans,
    instance,
    dashboardFolder,
    authPages: identity.pages,
    findCookieAuthorization: identity.findCookieAuthorization,
    avatarRoute: createAvatarRoute(createCallerDatabase(deps.db, 'pictures')),
    siteIconRoute: createSiteIconRoute(createCallerDatabase(deps.db, 'pictures')),
    unsubscribePages: createUnsubscribePages(deps, proxies),
    trustedProxies: proxies,
    verifyToken,
    handleCall: createCallHandler(deps, {
      instance,
      isLosingClicks: lostClicks.isLosing,
      live: live.streams,
      shippingRequests,
      countApiRequest: quota.count,
      billing,
      google,
      throttle: identity.throttle,
      keyCipher: identity.keyCipher,
      passkeyChallenges: identity.passkeyChallenges,
      providers,
      isProviderOnly: identity.isProviderOnly,
    }),
    stripeWebhook: createStripeWebhook({ ...deps, billing }),
    bodyRate,
  })

  const listener = getRequestListener(app.fetch)
  const serve: RequestListener = (request, response) => {
    if (request.url === rfc8414MetadataPath) request.url = `${issuerPath}${metadataPath}`
    if (request.url?.startsWith(`${issuerPath}/`)) {
      response.setHeader(requestIdHeader, toRequestId(request.headers[requestIdHeader]?.toString()))
      identity.handle(request, response)
    } else void listener(request, response)
  }
  const policyHeaders = () => createUnreadableRequestHeaders(deps.origins.app)
  // A search can have 2,048 characters, and each can take nine bytes in the request line. A body may take minutes; a
  // body that arrives too slowly is ended earlier by the check of its rate.
  const limits = { maxHeaderSize: 32_768, headersTimeout: 30_000, requestTimeout: 300_000, requireHostHeader: false }
  const server = createServer(limits, requireHost(serve, policyHeaders))
  answerUnreadableRequests(server, policyHeaders)
  const connectionLimit = createConnectionLimit({ perAddress: connectionsPerAddress, trustedProxies: proxies })
  server.on('connection', (socket) => {
    if (!connectionLimit.admit(socket)) socket.destroy()
  })
  const port = await listen(server, options.host, options.port, 'PORT')
  return {
    port,
    rejectedConnections: connectionLimit.rejectedCount,
    async close() {
      await Promise.all([live.close(), lostClicks.close(), shippingRequests.close()])
      await closeServer(server)
      apiKeys.close()
      sessions.close()
      await quota.close()
      identity.close()
    },
  }
}

/**
 * Returns the headers of the response to an unreadable request. All other responses of the app's origin have these
 * headers too.
 */
function createUnreadableRequestHeaders(origin: string): string[] {
  const headers = new Headers({ [requestIdHeader]: toRequestId(undefined) })
  setSecurityHeaders(headers, origin)
  return [...headers].flat()
}
