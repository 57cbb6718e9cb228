import { fail } from './app-error.ts'
import type { Actor, RequestContext } from './context.ts'
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
