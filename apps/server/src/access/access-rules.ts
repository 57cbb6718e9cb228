import {
  type Entitlements,
  type ErrorCode,
  type Feature,
  isAtLeast,
  type MemberRole,
  reauthenticationMethods,
  recentSignInMs,
} from '@linkshelf/contract'
import { fail } from './app-error.ts'
import type { Actor, RequestContext, UserContext } from './context.ts'
import { logSecurityEvent, type SecurityEvents } from './security-log.ts'

export interface DeniedContext extends Pick<RequestContext, 'log' | 'actor' | 'requestId' | 'address'> {
  organization?: { id: string }
  project?: { id: string }
}

/**
 * Logs who attempted what, and throws the error. By default, it is NOT_FOUND, so that the caller does not learn whether
 * the organization or project exists.
 */
export function denyAccess(
  ctx: DeniedContext,
  { reason, attempted }: Pick<SecurityEvents['access.denied'], 'reason' | 'attempted'>,
  error: ErrorCode = 'NOT_FOUND',
): never {
  const { log, requestId, address, organization, project } = ctx
  const [organizationId, projectId] = [organization?.id, project?.id]
  logSecurityEvent(log, 'access.denied', {
    requestId,
    address,
    actor: describeActor(ctx.actor),
    organizationId,
    projectId,
    reason,
    attempted,
  })
  return fail(error)
}

/** Returns `user <id>`, `key <id>` or `system <name>`. */
export function describeActor(actor: Actor): string {
  if (actor.kind === 'user') return `user ${actor.userId}`
  return actor.kind === 'apiKey' ? `key ${actor.keyId}` : `system ${actor.name}`
}

const denialReasonByRole = { owner: 'not an owner', member: 'a viewer', viewer: 'not a member' } as const satisfies Record<
  MemberRole,
  string
>

/**
 * Throws NOT_FOUND if the role allows less than `least`. The contract declares the least role of each call; see
 * `CallMeta`.
 */
export function requireRole(ctx: DeniedContext, role: MemberRole, { least, attempted }: { least: MemberRole; attempted: string }): void {
  if (!isAtLeast(role, least)) denyAccess(ctx, { reason: denialReasonByRole[least], attempted })
}

/** The error code of a call if its feature is off: a 404 for pages, a 402 for analytics. */
const errorCodeByFeature: Record<Feature, ErrorCode> = {
  hasFullAnalytics: 'FULL_ANALYTICS_REQUIRED',
  hasStorePage: 'NOT_FOUND',
  hasProductPage: 'NOT_FOUND',
  hasProducts: 'NOT_FOUND',
}

export function requireFeature(entitlements: Entitlements, feature: Feature): void {
  if (!entitlements[feature]) fail(errorCodeByFeature[feature])
}

/**
 * Throws REAUTHENTICATION_REQUIRED if the user last signed in or confirmed who they are too long ago. API keys, jobs
 * and commands have no sign-in and pass. Operations of calls with `needsRecentSignIn: 'by-input'` run this check
 * themselves; for `'always'` it runs before the operation.
 */
export async function requireRecentSignIn({ actor, now }: Pick<RequestContext, 'actor' | 'now'>): Promise<void> {
  if (actor.kind !== 'user' || actor.findAuthenticatedAt === undefined) return
  const authenticatedAt = await actor.findAuthenticatedAt()
  const isRecent = authenticatedAt !== undefined && now.getTime() - authenticatedAt.getTime() <= recentSignInMs
  if (!isRecent) fail('REAUTHENTICATION_REQUIRED', { methods: reauthenticationMethods })
}

/**
 * Throws EMAIL_UNCONFIRMED if the user has not confirmed their address. Throws SIGN_IN_REQUIRED if the confirmation
 * ended the session, because the session's access token may be accepted for some milliseconds more. If the account was
 * deleted, the check passes, and the call itself finds that the account is gone.
 *
 * The check queries PostgreSQL each time. The actor can't contain the result, because the cached state of a session can
 * be 900 ms old, and the database function that finds API keys does not return the confirmation.
 */
export async function requireConfirmedEmail({ db, actor }: Pick<UserContext, 'db' | 'actor'>): Promise<void> {
  const sessionUid = (actor.kind === 'user' && actor.sessionUid) || null
  // One statement reads both values. So if it sees that the address is confirmed, it also sees that the session ended.
  const user = await db
    .selectFrom('users')
    .leftJoin('user_sessions', (join) => join.onRef('user_sessions.user_id', '=', 'users.id').on('user_sessions.uid', '=', sessionUid))
    .select(['users.email_confirmed_at', 'user_sessions.signed_out_at as session_ended_at'])
    .where('users.id', '=', actor.userId)
    .executeTakeFirst()
  if (user?.email_confirmed_at === null) fail('EMAIL_UNCONFIRMED')
  if (user?.session_ended_at != null) fail('SIGN_IN_REQUIRED')
}
