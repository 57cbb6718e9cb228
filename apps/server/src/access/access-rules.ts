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

/** Logs who attempted what, and throws NOT_FOUND: to them it does not exist. */
export function denyAccess(
  ctx: DeniedContext,
  { reason, attempted }: Pick<SecurityEvents['access.denied'], 'reason' | 'attempted'>,
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
  return fail('NOT_FOUND')
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
 * Throws NOT_FOUND when the role allows less than `least`. Calls and writes require the role that the contract
 * declares; see `CallMeta`.
 */
export function requireRole(ctx: DeniedContext, role: MemberRole, { least, attempted }: { least: MemberRole; attempted: string }): void {
  if (!isAtLeast(role, least)) denyAccess(ctx, { reason: denialReasonByRole[least], attempted })
}

/** The error of a call whose feature is off: 404 for pages, 402 for analytics. */
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
 * Calls with `needsRecentSignIn: 'by-input'` use it; the others are checked before their operation. Throws
 * REAUTHENTICATION_REQUIRED when the user last entered their password too long ago. API keys, jobs and commands
 * have no sign-in and pass.
 */
export async function requireRecentSignIn({ actor, now }: Pick<RequestContext, 'actor' | 'now'>): Promise<void> {
  if (actor.kind !== 'user' || actor.findAuthenticatedAt === undefined) return
  const authenticatedAt = await actor.findAuthenticatedAt()
  const isRecent = authenticatedAt !== undefined && now.getTime() - authenticatedAt.getTime() <= recentSignInMs
  if (!isRecent) fail('REAUTHENTICATION_REQUIRED', { methods: reauthenticationMethods })
}

/**
 * Checks calls with `needsConfirmedEmail` where emails reach their recipients. Throws EMAIL_UNCONFIRMED, and
 * SIGN_IN_REQUIRED for a session that the confirmation has ended, whose access token may be accepted for some
 * milliseconds more. A deleted account passes: the call finds that it is gone. The actor does not carry this fact,
 * because a known session may be 900 ms old, and the database function that finds API keys does not return it.
 */
export async function requireConfirmedEmail({ db, actor }: Pick<UserContext, 'db' | 'actor'>): Promise<void> {
  const sessionUid = (actor.kind === 'user' && actor.sessionUid) || null
  // One statement, so that it sees the address confirmed only together with the end of the session.
  const user = await db
    .selectFrom('users')
    .leftJoin('user_sessions', (join) => join.onRef('user_sessions.user_id', '=', 'users.id').on('user_sessions.uid', '=', sessionUid))
    .select(['users.email_confirmed_at', 'user_sessions.signed_out_at as session_ended_at'])
    .where('users.id', '=', actor.userId)
    .executeTakeFirst()
  if (user?.email_confirmed_at === null) fail('EMAIL_UNCONFIRMED')
  if (user?.session_ended_at != null) fail('SIGN_IN_REQUIRED')
}
