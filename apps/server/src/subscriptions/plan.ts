import type { PackageName, PaymentPeriod } from '@linkshelf/contract'

/** The plan that an organization requests. */
export interface Plan {
  package: PackageName
  /** The period counts only where the package renews. */
  period: PaymentPeriod
  /** The name on the bill; undefined leaves it unchanged. */
  name?: string
}

/** The result of a change: the sentence for the user, and where to pay if it has to be paid. */
export interface PlanChangeResult {
  message: string
  url?: string
}
