import type { OrganizationId, PackageName } from '@linkshelf/contract'
import type { Tx } from '../platform/postgres/postgres.ts'
import { toCurrentLifetime } from './lifetime.ts'
import { selectSubscription, upsertSubscription } from './subscription-table.ts'

/**
 * Stores whether the organization has Lifetime after the operator's command. The command grants Lifetime, does not end
 * it when it sets a higher package, and ends it when it sets a lower package. If Lifetime was paid at Stripe, it counts
 * again from the next sync until it is refunded. The caller has locked the organization.
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
