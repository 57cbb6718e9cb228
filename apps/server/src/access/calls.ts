import { type CallMeta, contract, type MemberRole, type OrganizationId, organizationParams, projectParams } from '@linkshelf/contract'
import { implement, os } from '@orpc/server'
import type { DiskSpace } from '../platform/disk-space.ts'
import { toAddressGroup } from '../platform/http/client-address.ts'
import { createCallerDatabase } from '../platform/postgres/postgres.ts'
import { type DeniedContext, denyAccess, requireConfirmedEmail, requireRecentSignIn, requireRole } from './access-rules.ts'
import { fail } from './app-error.ts'
import { type CallLimits, getCallerKey } from './call-limits.ts'
import {
  type ApiKeyActor,
  findOrganizationContext,
  findProjectContext,
  type MemberContext,
  type RequestContext,
  type SignedInActor,
  type UserContext,
} from './context.ts'
import { countReachedLimits } from './reached-limits.ts'
import type { EventSource } from './security-log.ts'
import { requireStorableInput } from './storable-input.ts'

/**
 * Verifies an access token or an API key. Returns undefined if the token is invalid. `source` is the request that sent
 * the token.
 */
export type VerifyToken = (token: string, source: EventSource) => Promise<SignedInActor | ApiKeyActor | undefined>

/** The context that every call starts from. */
export interface CallContext extends Omit<RequestContext, 'actor'> {
  authorization: string | undefined
  verifyToken: VerifyToken
  countApiRequest: ApiRequestCounter
  callLimits: CallLimits
  /** Whether the request already has an upload slot. */
  isUpload?: boolean
  /** Resolves when the response is sent or aborted. */
  responseEnds?: Promise<unknown>
  /** The disks that store files. */
  diskSpace: DiskSpace
  /** Whether accounts must confirm their email address. True if emails reach their recipients. */
  confirmsEmails: boolean
  /** Headers that every response gets, including error responses. */
  responseHeaders: Headers
}

const anyCall = implement(contract).$context<CallContext>()

/**
 * A call that needs no sign-in. PostgreSQL connections are divided among callers, and all clients of one network count
 * as one caller.
 */
export const publicCall = anyCall.use(({ context, next }, input: unknown) => {
  requireStorableInput(input)
  return next({ context: { db: createCallerDatabase(context.db, toAddressGroup(context.address ?? '0.0.0.0')) } })
})

const verifiedCall = anyCall.use(async ({ context, next, path, procedure, signal }, input: unknown) => {
  const { authorization, verifyToken, countApiRequest, callLimits, diskSpace, confirmsEmails: _, responseHeaders, ...rest } = context
  const { isUpload = false, responseEnds, ...request } = rest
  const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]
  const actor = (token === undefined ? undefined : await verifyToken(token, request)) ?? fail('SIGN_IN_REQUIRED')
  const meta: CallMeta = procedure['~orpc'].meta
  const run = () =>
    callLimits.run({ key: getCallerKey(actor), meta, signal, isUpload, responseEnds }, async () => {
      if (actor.kind === 'apiKey') await admitApiKey(context, actor, { path, ...procedure['~orpc'] })
      requireStorableInput(input)
      if (meta.storesFiles && (await diskSpace.isLow())) fail('INSTANCE_STORAGE_FULL')
      const ctx: UserContext = { ...request, actor, db: createCallerDatabase(request.db, getConnectionKey(actor)) }
      return next({ context: { ctx } })
    })
  return actor.kind === 'apiKey' ? countReachedLimits({ organizationId: actor.organizationId, now: request.now }, run) : run()
})

/**
 * Returns the key of the caller. PostgreSQL connections are divided among callers by this key. Before the membership is
 * found, a user's key is the user id, because a user can name an organization that they don't belong to.
 */
function getConnectionKey(actor: SignedInActor | ApiKeyActor): string {
  return actor.kind === 'apiKey' ? actor.organizationId : actor.userId
}

interface SignInRulesContext extends Pick<CallContext, 'confirmsEmails'> {
  ctx: UserContext
}

/**
 * Requires a confirmed email address and a recent sign-in if the call declares that it needs them. Runs after the
 * membership check, so that a user of another organization gets NOT_FOUND. It is the last step before the operation.
 */
const signInRules = os.$context<SignInRulesContext>().middleware(async ({ context, next, procedure }) => {
  const meta: CallMeta = procedure['~orpc'].meta
  if (meta.needsConfirmedEmail && context.confirmsEmails) await requireConfirmedEmail(context.ctx)
  if (meta.needsRecentSignIn === 'always') await requireRecentSignIn(context.ctx)
  return next()
})

/** A call of a signed-in user or of an API key. `context.ctx` has the actor. */
export const signedInCall = verifiedCall.use(signInRules)

/**
 * A call about an organization that the user belongs to, with the role that the call declares. Throws NOT_FOUND both if
 * the organization does not exist and if the user has no access.
 */
export const organizationCall = verifiedCall
  .use(async ({ context, next, path, procedure }, input: unknown) => {
    const { orgId } = parseParams(organizationParams, input)
    const ctx = await findOrganizationContext(context.ctx, orgId)
    const denied = { ...context.ctx, organization: { id: orgId } }
    const admitted = admitMember(ctx, denied, { path, input, ...procedure['~orpc'] })
    return countReachedLimits({ organizationId: orgId, now: admitted.now }, () => next({ context: { ctx: admitted } }))
  })
  .use(signInRules)

/** A call about a project of an organization that the user belongs to, with the role that the call declares. */
export const projectCall = verifiedCall
  .use(async ({ context, next, path, procedure }, input: unknown) => {
    const { orgId, projectId } = parseParams(projectParams, input)
    const ctx = await findProjectContext(context.ctx, orgId, projectId)
    const denied = { ...context.ctx, organization: { id: orgId }, project: { id: projectId } }
    const admitted = admitMember(ctx, denied, { path, input, ...procedure['~orpc'] })
    return countReachedLimits({ organizationId: orgId, now: admitted.now }, () => next({ context: { ctx: admitted } }))
  })
  .use(signInRules)

interface RequestedCall {
  path: readonly string[]
  input: unknown
  meta: CallMeta
  route: { method?: string }
}

/**
 * Checks that the member's role allows the call, and that the member has a second factor if the organization requires
 * one. Throws NOT_FOUND or SECOND_FACTOR_NEEDED. Adds `writeRole`, `addsToProject` and `checksSecondFactor` to the
 * context, because each write of the request checks both again in its own transaction. A GET call that viewers may make
 * has the write role `member`, so viewers can't write through it. PostgreSQL connections are divided among callers, and
 * all members of an organization count as one caller.
 */
function admitMember<Ctx extends MemberContext>(
  ctx: Ctx | undefined,
  denied: DeniedContext,
  { path, input, meta, route }: RequestedCall,
): Ctx & { writeRole: MemberRole; addsToProject: boolean; checksSecondFactor: boolean } {
  const attempted = path.join('.')
  if (ctx === undefined) return denyAccess(denied, { reason: 'not a member', attempted })
  const least = meta.role ?? 'owner'
  requireRole(ctx, ctx.organization.role, { least, attempted })
  const { userId } = (input as { params: { userId?: unknown } }).params // `parseParams` has checked that params exist
  const checksSecondFactor = !(meta.isForOwnUserWithoutSecondFactor && userId === ctx.actor.userId)
  if (checksSecondFactor && ctx.lacksSecondFactor) denyAccess(denied, { reason: 'no second factor', attempted }, 'SECOND_FACTOR_NEEDED')
  const writeRole = least === 'viewer' && route.method === 'GET' ? 'member' : least
  const db = createCallerDatabase(ctx.db, ctx.organization.id)
  return { ...ctx, db, writeRole, addsToProject: meta.addsToProject ?? false, checksSecondFactor }
}

/**
 * Parses the ids of the path. Middlewares run before the contract validates the input, so a user without access gets
 * NOT_FOUND and no validation errors.
 */
function parseParams<Params>(schema: { safeParse(params: unknown): { success: boolean; data?: Params } }, input: unknown): Params {
  const parsed = schema.safeParse((input as { params?: unknown } | undefined)?.params)
  return parsed.success && parsed.data !== undefined ? parsed.data : fail('NOT_FOUND')
}

/** An organization's API requests in a month. `limit` and `remaining` may be infinite. */
export interface ApiRequestQuota {
  /** False if the request exceeds the limit. */
  isAllowed: boolean
  limit: number
  remaining: number
  resetsAt: Date
}

/** Counts one request with an API key. */
export type ApiRequestCounter = (organizationId: OrganizationId) => Promise<ApiRequestQuota>

type RequestWithKey = Pick<CallContext, 'countApiRequest' | 'responseHeaders' | 'now' | 'log' | 'requestId' | 'address'>

/**
 * Decides whether an API key may make the call, and counts the request. No other function decides this. Throws
 * API_KEY_REJECTED, API_KEY_READ_ONLY or API_REQUEST_LIMIT_REACHED. Rejected requests are not counted.
 */
async function admitApiKey(
  { countApiRequest, responseHeaders, now, log, requestId, address }: RequestWithKey,
  actor: ApiKeyActor,
  { path, meta, route }: Omit<RequestedCall, 'input'>,
): Promise<void> {
  const { organizationId, isReadOnly } = actor
  const denied = { log, requestId, address, actor, organization: { id: organizationId } }
  const attempted = path.join('.')
  if (meta.isForUsersOnly) denyAccess(denied, { reason: 'an API key', attempted }, 'API_KEY_REJECTED')
  if (isReadOnly && route.method !== 'GET') denyAccess(denied, { reason: 'a read-only API key', attempted }, 'API_KEY_READ_ONLY')

  const { isAllowed, limit, remaining, resetsAt } = await countApiRequest(organizationId)
  if (Number.isFinite(limit)) {
    responseHeaders.set('x-ratelimit-limit', String(limit))
    responseHeaders.set('x-ratelimit-remaining', String(remaining))
    responseHeaders.set('x-ratelimit-reset', String(resetsAt.getTime() / 1_000))
  }
  if (isAllowed) return
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1_000))
  fail('API_REQUEST_LIMIT_REACHED', { reset_at: resetsAt.toISOString(), retry_after_seconds: retryAfterSeconds })
}
