import type { OrganizationId, UserId } from '@linkshelf/contract'
import type { RequestContext } from './context.ts'
import type { Inspection, MutationStep } from './mutate.ts'

/** Something that gave access until it was revoked, for example an API key or a membership. */
export interface RevokedAccess {
  kind:
    | 'API key'
    | 'invitation'
    | 'member'
    | 'connection to YouTube'
    | 'postback address'
    | 'download address'
    | 'passkey'
    | 'scheduled account deletion'
    | 'connected identity provider'
  /**
   * The name that owners see in the dashboard. For a scheduled account deletion, the day of the deletion. For an
   * identity provider, its issuer.
   */
  name: string
}

/**
 * The input of an access revocation. Access is revoked when a user first confirms the account's email address, because
 * a stranger may have created the account, and when the operator disables an account. `ctx` is the context of that user
 * or operator, in one organization.
 */
export interface RevocationScope {
  step: MutationStep
  inspect: Inspection
  /** The user whose address is confirmed or whose account is disabled. */
  userId: UserId
  ctx: RequestContext & { organization: { id: OrganizationId } }
}

/** Revokes one kind of access to an organization. Writes an audit entry for each revoked access. */
export type AccessRevocation = (scope: RevocationScope) => Promise<RevokedAccess[]>

/** The access revocations that the modules declare. */
export interface AccessRevocations {
  /**
   * Revocations in an organization that the user created. They also revoke the access of other users, because it came
   * from this account.
   */
  inOwnOrganization: readonly AccessRevocation[]
  /** Revocations in an organization that somebody else created. They revoke only the access that the user created. */
  inJoinedOrganization: readonly AccessRevocation[]
}
