/** The operator's settings of the instance. */
export interface InstanceSettings {
  /** The operator's own terms, in place of the default ones. */
  termsUrl?: string | undefined
  /** How many months click records are stored; 13 by default. */
  clickRetentionMonths?: number
  /** The operator's pages on other sites, in display order. */
  socialLinks?: readonly string[]
  /** How many characters a new password has at least; `passwordMinLength` of the contract by default. */
  passwordMinLength?: number
  /** The origin for the edge's health check; the public one by default, which this machine may not be able to reach. */
  edgeUrl?: string
}
