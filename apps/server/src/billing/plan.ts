import type { PackageName, PaymentPeriod } from '@linkshelf/contract'

/** What an organization is, or wants to be, subscribed to. */
export interface Plan {
  package: PackageName
  /** Only counts where the package renews. */
  period: PaymentPeriod
  /** On the bill; undefined leaves it. */
  name?: string
}
