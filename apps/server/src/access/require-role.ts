import { isAtLeast } from '@linkshelf/contract'
import type { Role } from './context.ts'
import { type DeniedContext, denyAccess } from './deny-access.ts'

const reasons = { owner: 'not an owner', member: 'a viewer', viewer: 'not a member' } as const satisfies Record<Role, string>

/**
 * Throws NOT_FOUND when the role may less than `least`. Calls and writes require the role that the contract declares;
 * see `CallMeta`.
 */
export function requireRole(ctx: DeniedContext, role: Role, { least, attempted }: { least: Role; attempted: string }): void {
  if (!isAtLeast(role, least)) denyAccess(ctx, { reason: reasons[least], attempted })
}
