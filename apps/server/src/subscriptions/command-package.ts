import type { OrganizationId, PackageName } from '@linkshelf/contract'
import type { Tx } from '../platform/postgres/postgres.ts'
import { lifetimeOf } from './lifetime.ts'
import { selectSubscription, upsertSubscription } from './subscription-table.ts'

/**
 * Stores whether the organization has Lifetime after the operator's command: the command grants Lifetime, leaves it
 * under a package above, and ends it with one below. A payment of Lifetime at Stripe counts again from the next sync
 * on, until it is refunded. The caller has locked the organization.
 */
export async function recordCommandPackage(
  tx: Tx,
  id: OrganizationId,
  { before, after }: { before: PackageName; after: PackageName },
): Promise<void> {
  const stored = (await selectSubscription(tx, id))?.lifetime ?? null
  const lifetime =
    after === 'Lifetime' ? 'granted' : lifetimeOf({ package: after, lifetime: lifetimeOf({ package: before, lifetime: stored }) })
  if (lifetime !== stored) await upsertSubscription(tx, id, { lifetime })
}
