import { catalogue, type RefusalCode } from '@linkshelf/contract'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, ValidationError } from '@orpc/server'
import { type CallContext, refuse } from './access/index.ts'
import { analyticsRoutes, type LiveStreams, makeLiveStreams } from './analytics/index.ts'
import { ideaRoutes } from './ideas/index.ts'
import { meRoutes } from './identity/index.ts'
import { type InstanceSettings, instanceRoutes } from './instance/index.ts'
import { labelRoutes } from './labels/index.ts'
import { linkLabelListener, linkRoutes } from './links/index.ts'
import { organizationRoutes } from './organizations/index.ts'
import type { Platform } from './platform/platform.ts'
import { projectRoutes } from './projects/index.ts'
import { qrRoutes } from './qr/index.ts'

/** One request to the API: gives back undefined when no call has this method and path. */
export type AnswerCall = (request: Request, context: ApiContext) => Promise<Response | undefined>

interface ApiContext extends CallContext {
  correlationId: string
}

/** Every room's calls behind one door; refusals and faults are put into words here and nowhere else. Nobody brings news to the streams unless they are given. */
export function openCalls(platform: Platform, instance: InstanceSettings = {}, live: LiveStreams = makeLiveStreams(platform)): AnswerCall {
  const router = {
    me: meRoutes(platform),
    organizations: organizationRoutes(platform),
    projects: projectRoutes(platform),
    links: linkRoutes(platform),
    labels: labelRoutes(platform, linkLabelListener),
    qrCodes: qrRoutes(platform),
    analytics: analyticsRoutes(platform, live),
    ideas: ideaRoutes(platform),
    instance: instanceRoutes(platform, instance),
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
          platform.log.error({ err: error, correlationId: context.correlationId, call: path.join('.') }, 'A call failed')
          refuse('FAULT')
        }
      },
    ],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next()
        } catch (error) {
          if (!(error instanceof ORPCError))
            platform.log.warn({ err: error, correlationId: context.correlationId }, 'A request could not be read')
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
    return { code: 'REQUEST_INVALID', ...catalogue.REQUEST_INVALID, message: 'The body is not valid JSON.' }
  if (!(error instanceof ORPCError)) return { code: 'FAULT', ...catalogue.FAULT }
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
  return { code: 'REQUEST_INVALID', status: 400, message: told[0]?.message ?? catalogue.REQUEST_INVALID.message, data: { issues: told } }
}

function pathPart(part: PropertyKey | { key: PropertyKey }): string {
  return String(typeof part === 'object' ? part.key : part)
}

function problemBody({ code, status, message, data }: Told, correlationId: string): object {
  return { code, status, message, data, correlation_id: correlationId }
}

/** A refusal of the API as body and status, for what is refused before a call is found. */
export function problem<C extends RefusalCode>(code: C, correlationId: string): [object, (typeof catalogue)[C]['status']] {
  return [problemBody({ code, ...catalogue[code] }, correlationId), catalogue[code].status]
}
