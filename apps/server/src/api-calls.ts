import { type ErrorCode, errorCatalogue } from '@linkshelf/contract'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, ValidationError } from '@orpc/server'
import { type CallContext, fail } from './access/index.ts'
import { analyticsRoutes, createLiveStreams, type LiveStreams } from './analytics/index.ts'
import { feedbackRoutes } from './feedback/index.ts'
import { meRoutes } from './identity/index.ts'
import { type InstanceSettings, instanceRoutes } from './instance/index.ts'
import { labelRoutes } from './labels/index.ts'
import { linkLabelListener, linkRoutes } from './links/index.ts'
import { organizationRoutes } from './organizations/index.ts'
import type { Deps } from './platform/deps.ts'
import { projectRoutes } from './projects/index.ts'
import { qrRoutes } from './qr/index.ts'

/** One request to the API: gives back undefined when no call has this method and path. */
export type AnswerCall = (request: Request, context: ApiContext) => Promise<Response | undefined>

interface ApiContext extends CallContext {
  correlationId: string
}

/** Every room's calls behind one door; errors and faults are put into words here and nowhere else. Nobody brings news to the streams unless they are given. */
export function openCalls(deps: Deps, instance: InstanceSettings = {}, live: LiveStreams = createLiveStreams(deps)): AnswerCall {
  const router = {
    me: meRoutes(deps),
    organizations: organizationRoutes(deps),
    projects: projectRoutes(deps),
    links: linkRoutes(deps),
    labels: labelRoutes(deps, linkLabelListener),
    qrCodes: qrRoutes(deps),
    analytics: analyticsRoutes(deps, live),
    feedback: feedbackRoutes(deps),
    instance: instanceRoutes(deps, instance),
  }
  const handler = new OpenAPIHandler<ApiContext>(router, {
    // Our streams are never silent for long enough to be cut by a proxy.
    eventIteratorKeepAliveEnabled: false,
    clientInterceptors: [
      async ({ next, context, path, procedure }) => {
        try {
          return await next()
        } catch (error) {
          // A refusal that the call does not declare is a fault of ours, however well it reads.
          if (error instanceof ORPCError && (error.code === 'BAD_REQUEST' || error.code in procedure['~orpc'].errorMap)) throw error
          deps.log.error({ err: error, correlationId: context.correlationId, call: path.join('.') }, 'A call failed')
          fail('FAULT')
        }
      },
    ],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next()
        } catch (error) {
          if (!(error instanceof ORPCError))
            deps.log.warn({ err: error, correlationId: context.correlationId }, 'A request could not be read')
          const told = tellable(error)
          return {
            matched: true as const,
            response: { status: told.status, headers: headersOf(told), body: problemBody(told, context.correlationId) },
          }
        }
      },
    ],
  })

  return async (request, context) => (await handler.handle(request, { context })).response
}

interface Told {
  code: string
  status: number
  message: string
  data?: unknown
}

/** A refusal as it is; input that doesn't fit with what is wrong about it; anything else as a fault that gives nothing away. */
function tellable(error: unknown): Told {
  // Faults of a call come as FAULT already. These two are what a body that is no JSON, or no form, is read with.
  if (error instanceof SyntaxError || error instanceof TypeError)
    return { code: 'REQUEST_INVALID', ...errorCatalogue.REQUEST_INVALID, message: 'The body is not valid JSON.' }
  if (!(error instanceof ORPCError)) return { code: 'FAULT', ...errorCatalogue.FAULT }
  if (error.code === 'BAD_REQUEST') return invalidRequest(error)
  return { code: error.code, status: error.status, message: error.message, data: error.data }
}

function headersOf({ data }: Told): Record<string, string> {
  const isForNow = typeof data === 'object' && data !== null && 'retry_after_seconds' in data
  return isForNow ? { 'retry-after': String(data.retry_after_seconds) } : {}
}

function invalidRequest(error: ORPCError<string, unknown>): Told {
  const issues = error.cause instanceof ValidationError ? error.cause.issues : []
  const told = issues.map((issue) => ({ path: (issue.path ?? []).map(pathPart).slice(1).join('.'), message: issue.message }))
  return {
    code: 'REQUEST_INVALID',
    status: 400,
    message: told[0]?.message ?? errorCatalogue.REQUEST_INVALID.message,
    data: { issues: told },
  }
}

function pathPart(part: PropertyKey | { key: PropertyKey }): string {
  return String(typeof part === 'object' ? part.key : part)
}

function problemBody({ code, status, message, data }: Told, correlationId: string): object {
  return { code, status, message, data, correlation_id: correlationId }
}

/** A refusal of the API as body and status, for what is refused before a call is found. */
export function problem<C extends ErrorCode>(code: C, correlationId: string): [object, (typeof errorCatalogue)[C]['status']] {
  return [problemBody({ code, ...errorCatalogue[code] }, correlationId), errorCatalogue[code].status]
}
