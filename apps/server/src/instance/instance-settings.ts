/** What the operator says of the instance. */
export interface InstanceSettings {
  /** Terms of the operator's own, in place of the default ones. */
  termsUrl?: string | undefined
  /** For how many months single clicks are kept; 13 unless it is set. */
  clickRetentionMonths?: number
  /** The operator's pages elsewhere, in the order they are shown in. */
  socialLinks?: readonly string[]
  /** The origin at which the edge is asked whether it is up: the public one, unless it can't be reached from here. */
  edgeUrl?: string
}
