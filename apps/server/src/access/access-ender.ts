import type { OrganizationId } from '@linkshelf/contract'
import type { UserContext } from './context.ts'
import type { Inspection, MutationStep } from './mutate.ts'

/** Something that gave access, and no longer does. */
export interface EndedAccess {
  kind: 'API key' | 'invitation' | 'member' | 'connection to YouTube' | 'postback address' | 'download address'
  /** The name that owners see in the dashboard. */
  name: string
}

/** The transaction, the organization and its user, for whom the access of others ends. */
export interface AccessEnd {
  step: MutationStep
  inspect: Inspection
  ctx: UserContext & { organization: { id: OrganizationId } }
}

/** Ends one kind of access to an organization, each with an audit entry. */
export type AccessEnder = (end: AccessEnd) => Promise<EndedAccess[]>

/** Every module that gives access has one. */
export interface AccessEnders {
  /** In an organization that the user created: everything that others got from the account is access to it. */
  inOwnOrganization: readonly AccessEnder[]
  /** In one that others created: what the user made. */
  inJoinedOrganization: readonly AccessEnder[]
}
