import { type ErrorCode, errorCatalog } from '@linkshelf/contract'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, ValidationError } from '@orpc/server'
import { z } from 'zod'
import { type ApiRequestCounter, type CallContext, createCallLimits, createRateLimiters, fail, toInputMessage } from '../access/index.ts'
import { amazonMigrationRoutes } from '../amazon-migrations/index.ts'
import {
  analyticsRoutes,
  analyticsViewRoutes,
  createLinkVisits,
  createLiveStreams,
  createProductNumberQueries,
  type LiveStreams,
} from '../analytics/index.ts'
import { apiKeyRoutes, openRequestQuota } from '../api-keys/index.ts'
import { auditLogRoutes } from '../audit-logs/index.ts'
import { categoryRoutes } from '../categories/index.ts'
import { dataExportRoutes, dataImportRoutes } from '../data-transfer/index.ts'
import { domainRoutes } from '../domains/index.ts'
import { createLinkEarnings, earningsImportRoutes, earningsRoutes, findLinkTotals, postbackRoutes } from '../earnings/index.ts'
import { feedbackRoutes } from '../feedback/index.ts'
import {
  createKeyCipher,
  createLoggedThrottle,
  createPasskeyChallenges,
  type KeyCipher,
  type LoggedThrottle,
  listOwnEmails,
  meRoutes,
  type PasskeyChallenges,
  type ProviderSettings,
  sessionRoutes,
} from '../identity/index.ts'
import { type InstanceSettings, instanceRoutes } from '../instance/index.ts'
import { integrationRoutes } from '../integrations/index.ts'
import { labelRoutes } from '../labels/index.ts'
import { linkReportRoutes } from '../link-report/index.ts'
import { linkAliasRoutes, linkImportRoutes, linkLabelListener, linkRoutes, linkViewRoutes, utmTemplateRoutes } from '../links/index.ts'
import { notificationRoutes } from '../notifications/index.ts'
import { invitationRoutes, memberRoutes, organizationRoutes } from '../organizations/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ConnectionTimeoutError } from '../platform/postgres/connection-slots.ts'
import { countProductsByCategory, productImportRoutes, productRoutes, storeProductRoutes } from '../products/index.ts'
import { hasProject, primaryDomainRoutes, projectRoutes } from '../projects/index.ts'
import { publicStoreRoutes } from '../public-stores/index.ts'
import { qrCodeRoutes } from '../qr-codes/index.ts'
import { storeRoutes } from '../stores/index.ts'
import { type Billing, manualBilling, subscriptionRoutes } from '../subscriptions/index.ts'
import { uploadRoutes } from '../uploads/index.ts'
import { findVideoNames, type Google, noGoogle, youtubeChannelRoutes } from '../youtube-channels/index.ts'

z.config({ customError: toInputMessage })

/** Handles one request to the API. Returns undefined if no call has this method and path. */
export type HandleCall = (request: Request, context: ApiRequestContext) => Promise<Response | undefined>

export type ApiRequestContext = Pick<CallContext, 'authorization' | 'verifyToken' | 'requestId' | 'address' | 'isUpload' | 'responseEnds'>

export interface CallHandlerOptions {
  instance?: InstanceSettings
  /** Whether an edge is losing clicks. The instance status shows it. */
  isLosingClicks?: () => boolean
  /** If undefined, streams never send an event. */
  live?: LiveStreams
  /** If undefined, click counts include only the clicks that shippers have already stored. */
  shippingRequests?: CallContext['shippingRequests']
  billing?: Billing
  google?: Google
  countApiRequest?: ApiRequestCounter
  /**
   * The identity provider's throttle. Calls and forms share it, so that they share the rate limits of emails to an
   * address.
   */
  throttle?: LoggedThrottle
  /** The identity provider's cipher, which decrypts the keys of users' authenticator apps. */
  keyCipher?: KeyCipher
  /** The identity provider's challenges of passkeys. */
  passkeyChallenges?: PasskeyChallenges
  /** Other identity providers with which users can sign in. */
  providers?: readonly ProviderSettings[] | undefined
  /** Whether users sign in only with these providers. */
  isProviderOnly?: boolean | undefined
}

/** Creates the handler for the calls of all modules. Errors become responses only here. */
export function createCallHandler(
  deps: Deps,
  {
    instance = {},
    isLosingClicks = () => false,
    live = createLiveStreams(deps),
    shippingRequests,
    billing = manualBilling,
    google = noGoogle,
    countApiRequest = openRequestQuota(deps).count,
    throttle = createLoggedThrottle(deps, 'calls without an identity provider'),
    keyCipher = createKeyCipher([Buffer.from('calls without an identity provider')]),
    passkeyChallenges = createPasskeyChallenges(['calls without an identity provider'], deps.clock),
    providers = [],
    isProviderOnly = false,
  }: CallHandlerOptions = {},
): HandleCall {
  const rateLimiters = createRateLimiters(deps)
  const callLimits = createCallLimits()
  const visits = createLinkVisits(deps)
  const router = {
    me: meRoutes({ ...deps, throttle, keyCipher, passkeyChallenges, providers, isProviderOnly }, instance.passwordMinLength),
    sessions: sessionRoutes(),
    notifications: notificationRoutes(),
    organizations: organizationRoutes(deps),
    members: memberRoutes(deps),
    invitations: invitationRoutes(listOwnEmails),
    apiKeys: apiKeyRoutes(deps),
    domains: { ...domainRoutes({ ...deps, hasProject }), ...primaryDomainRoutes() },
    projects: projectRoutes(deps),
    links: linkRoutes({ ...deps, visits, earnings: createLinkEarnings(deps) }),
    linkAliases: linkAliasRoutes(deps),
    linkImports: linkImportRoutes({ ...deps, visits }),
    linkReports: linkReportRoutes(deps),
    linkViews: linkViewRoutes(deps),
    utmTemplates: utmTemplateRoutes(deps),
    labels: labelRoutes({ ...deps, labelListener: linkLabelListener }),
    qrCodes: qrCodeRoutes(deps),
    stores: { ...storeRoutes(deps), ...storeProductRoutes() },
    products: productRoutes(deps, { numbers: createProductNumberQueries({ ...deps, findLinkTotals }) }),
    productImports: productImportRoutes({ ...deps, visits }),
    categories: categoryRoutes({ ...deps, countProducts: countProductsByCategory }),
    uploads: uploadRoutes(deps),
    integrations: integrationRoutes(),
    amazonMigrations: amazonMigrationRoutes(deps),
    youtubeChannels: youtubeChannelRoutes({ ...deps, google }),
    dataExports: dataExportRoutes(deps),
    dataImports: dataImportRoutes(deps),
    publicStores: publicStoreRoutes(deps),
    analytics: analyticsRoutes(deps, live, { findVideoNames, findLinkTotals }),
    savedReports: analyticsViewRoutes(deps),
    earnings: earningsRoutes({ ...deps, findVideoNames }),
    earningsImports: earningsImportRoutes(deps),
    postbacks: postbackRoutes(deps),
    auditLogs: auditLogRoutes(deps),
    feedback: feedbackRoutes(deps),
    subscriptions: subscriptionRoutes({ ...deps, billing }),
    instance: instanceRoutes(deps, instance, isLosingClicks),
  }
  const handler = new OpenAPIHandler<CallContext>(router, {
    // Streams need no keep-alive events, because they send their own events so often that no proxy closes them as idle.
    eventIteratorKeepAliveEnabled: false,
    clientInterceptors: [
      async ({ next, context, path, procedure }) => {
        try {
          return await next()
        } catch (error) {
          // If the call does not declare this catalog error, it is an internal error.
          if (error instanceof ORPCError && (error.code === 'BAD_REQUEST' || error.code in procedure['~orpc'].errorMap)) throw error
          // Not logged, because the client has closed the connection and does not read the response.
          if (context.signal?.aborted && error === context.signal.reason) fail('FAULT')
          deps.log.error({ err: error, requestId: context.requestId, call: path.join('.') }, 'A call failed')
          if (error instanceof ConnectionTimeoutError) fail('INSTANCE_BUSY', { retry_after_seconds: error.retryAfterSeconds })
          fail('FAULT')
        }
      },
    ],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next()
        } catch (error) {
          if (!(error instanceof ORPCError)) deps.log.warn({ err: error, requestId: context.requestId }, 'A request could not be parsed')
          const body = toErrorBody(error)
          return {
            matched: true as const,
            response: { status: body.status, headers: toErrorHeaders(body), body: addRequestId(body, context.requestId) },
          }
        }
      },
    ],
  })

  return async (request, context) => {
    const responseHeaders = new Headers()
    const { response } = await handler.handle(request, {
      context: {
        ...context,
        signal: request.signal,
        ...(shippingRequests && { shippingRequests }),
        countApiRequest,
        callLimits,
        diskSpace: deps.diskSpace,
        confirmsEmails: deps.mail.reachesRecipients ?? false,
        responseHeaders,
        source: 'api',
        now: deps.clock.now(),
        db: deps.db,
        log: deps.log,
        hasPlans: deps.hasPlans,
        rateLimiters,
      },
    })
    for (const [name, value] of responseHeaders) response?.headers.set(name, value)
    return response
  }
}

interface ErrorBody {
  code: string
  status: number
  message: string
  data?: unknown
}

/**
 * Converts an error to the body of the response. Expected errors do not change, and invalid input is reported with its
 * issues. Any other error becomes an internal error without details.
 */
function toErrorBody(error: unknown): ErrorBody {
  // The body could not be parsed: a SyntaxError comes from JSON.parse, a TypeError or URIError from Request.formData.
  // Internal errors of calls arrive here as FAULT.
  if (error instanceof SyntaxError) return toUnreadableBody('JSON')
  // A file name that is not valid UTF-8 causes a URIError.
  if (error instanceof TypeError || error instanceof URIError) return toUnreadableBody('form')
  if (!(error instanceof ORPCError)) return { code: 'FAULT', ...errorCatalog.FAULT }
  if (error.code === 'BAD_REQUEST') return toInvalidRequest(error)
  return { code: error.code, status: error.status, message: error.message, data: error.data }
}

function toUnreadableBody(kind: 'JSON' | 'form'): ErrorBody {
  const message = kind === 'JSON' ? 'The body is not valid JSON.' : 'The body is not a valid form (multipart/form-data).'
  return { code: 'REQUEST_INVALID', ...errorCatalog.REQUEST_INVALID, message }
}

function toErrorHeaders({ data }: ErrorBody): Record<string, string> {
  const isTemporary = typeof data === 'object' && data !== null && 'retry_after_seconds' in data
  return isTemporary ? { 'retry-after': String(data.retry_after_seconds) } : {}
}

function toInvalidRequest(error: ORPCError<string, unknown>): ErrorBody {
  const all = error.cause instanceof ValidationError ? error.cause.issues : []
  const issues = all.map((issue) => ({ path: (issue.path ?? []).map(toPathKey).slice(1).join('.'), message: issue.message }))
  return { code: 'REQUEST_INVALID', status: 400, message: issues[0]?.message ?? errorCatalog.REQUEST_INVALID.message, data: { issues } }
}

function toPathKey(part: PropertyKey | { key: PropertyKey }): string {
  return String(typeof part === 'object' ? part.key : part)
}

function addRequestId({ code, status, message, data }: ErrorBody, requestId: string): object {
  return { code, status, message, data, correlation_id: requestId }
}

/**
 * Returns the body and status of an error that occurs before a call is found. `message` defaults to the catalog's
 * message.
 */
export function toErrorResponse<C extends ErrorCode>(
  code: C,
  requestId: string,
  message: string = errorCatalog[code].message,
): [object, (typeof errorCatalog)[C]['status']] {
  return [addRequestId({ code, ...errorCatalog[code], message }, requestId), errorCatalog[code].status]
}
