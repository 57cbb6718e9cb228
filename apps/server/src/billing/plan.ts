import type { PackageName, PaymentPeriod } from '@linkshelf/contract'

/** What an organization wants to be subscribed to. */
export interface Plan {
  package: PackageName
  /** Only counts where the package renews. */
  period: PaymentPeriod
  /** On the bill; undefined leaves it. */
  name?: string
}

/** What a change led to: the sentence for the user, and where to pay if it has to be paid. */
export interface PlanChangeResult {
  message: string
  url?: string
}
