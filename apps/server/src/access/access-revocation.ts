import type { OrganizationId, UserId } from '@linkshelf/contract'
import type { RequestContext } from './context.ts'
import type { Inspection, MutationStep } from './mutate.ts'

/** A key, a membership or an address that gave access until it was revoked. */
export interface RevokedAccess {
  kind:
    | 'API key'
    | 'invitation'
    | 'member'
    | 'connection to YouTube'
    | 'postback address'
    | 'download address'
    | 'scheduled account deletion'
  /** The name that owners see in the dashboard, or the day of the deletion. */
  name: string
}

/**
 * The transaction's steps, and the context of the user who confirms an address, or of the operator who disables the
 * account: others lose the access that this account gave them.
 */
export interface RevocationScope {
  step: MutationStep
  inspect: Inspection
  /** The user of the account. */
  userId: UserId
  ctx: RequestContext & { organization: { id: OrganizationId } }
}

/** Revokes one kind of access to an organization, each with an audit entry. */
export type AccessRevocation = (scope: RevocationScope) => Promise<RevokedAccess[]>

/** The revocations of all modules that give access. */
export interface AccessRevocations {
  /** These run for an organization that the user created: the access of others came from this account. */
  inOwnOrganization: readonly AccessRevocation[]
  /** These run for an organization that others created: they revoke only the access that the user created. */
  inJoinedOrganization: readonly AccessRevocation[]
}
