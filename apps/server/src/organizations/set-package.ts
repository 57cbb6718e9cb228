import { includesFullAnalytics, isRecurring, type OrganizationId, type PackageName, type PaymentPeriod } from '@linkshelf/contract'
import type { Tx } from '../platform/postgres/postgres.ts'
import { updateOrganizationRow } from './organization-table.ts'

/** Returns the settings of an organization that a package determines; the period counts where the package renews. */
export function packageSettings(name: PackageName, period: PaymentPeriod | null) {
  return { package: name, payment_period: isRecurring(name) ? period : null, full_analytics_enabled: includesFullAnalytics(name) }
}

/** Within `mutate`. A smaller package deletes nothing: what is over its limits stays, and can't grow. */
export async function setPackage(
  tx: Tx,
  organizationId: OrganizationId,
  { name, period }: { name: PackageName; period: PaymentPeriod | null },
): Promise<void> {
  await updateOrganizationRow(tx, organizationId, packageSettings(name, period))
}
