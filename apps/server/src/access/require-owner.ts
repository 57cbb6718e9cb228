import type { OrganizationContext } from './context.ts'
import { denyAccess } from './deny-access.ts'

/** For reads, and for what is done before a write: `mutate` checks the role by itself. Throws NOT_FOUND. */
export function requireOwner(ctx: OrganizationContext, attempted: string): void {
  if (ctx.organization.role !== 'owner') denyAccess(ctx, { reason: 'not an owner', attempted })
}
