import type { MemberRole, OrganizationId } from '@linkshelf/contract'

/** The settings of another identity provider with which users can sign in. */
export interface ProviderSettings {
  /** The number in the names of the settings, which is also in the provider's addresses: `1`, `2` and so on. */
  key: string
  issuer: string
  clientId: string
  clientSecret: string
  /** The requested scopes, with spaces between them. */
  scopes: string
  /** If not empty, only users with a verified email address of one of these domains can sign in. In lower case. */
  emailDomains: readonly string[]
  /** The text of the button. */
  button: string
  /** Undefined if groups do not change roles. */
  groups: GroupSettings | undefined
}

export interface GroupSettings {
  /** The claim that lists the user's groups. */
  claim: string
  /** The role that each group gives. */
  roles: ReadonlyMap<string, MemberRole>
  /** The organization in which the groups give a role. */
  organizationId: OrganizationId
}
