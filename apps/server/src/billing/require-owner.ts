import { denyAccess, type OrganizationContext } from '../access/index.ts'

/** For what is done at the payment provider, before any write of ours. Throws NOT_FOUND. */
export function requireOwner(ctx: OrganizationContext, attempted: string): void {
  if (ctx.organization.role !== 'owner') denyAccess(ctx, { reason: 'not an owner', attempted })
}
