import type { OrganizationId, PackageName } from '@linkshelf/contract'
import type { Tx } from '../platform/postgres/postgres.ts'
import { toCurrentLifetime } from './lifetime.ts'
import { selectSubscription, upsertSubscription } from './subscription-table.ts'

/**
 * Stores whether the organization still has Lifetime after the operator's command. Setting Lifetime grants it, a higher
 * package does not end it, and a lower package ends it. If Lifetime was paid at Stripe and not refunded, the next sync
 * stores it again. The caller has locked the organization.
 */
export async function recordCommandPackage(
  tx: Tx,
  id: OrganizationId,
  { before, after }: { before: PackageName; after: PackageName },
): Promise<void> {
  const stored = (await selectSubscription(tx, id))?.lifetime ?? null
  const lifetime =
    after === 'Lifetime'
      ? 'granted'
      : toCurrentLifetime({ package: after, lifetime: toCurrentLifetime({ package: before, lifetime: stored }) })
  if (lifetime !== stored) await upsertSubscription(tx, id, { lifetime })
}
