// The subscription of an organization that is going to be deleted does not renew: it ends with the paid time, and
// continues if the deletion is canceled before.
import type Stripe from 'stripe'

/**
 * This key is in the metadata of a subscription that an owner has not canceled, so that the owner's own
 * cancellation is never taken back.
 */
const mark = 'linkshelf_ends_with_organization'

/** Added to an update by which an owner cancels. */
export const canceledByOwner = { metadata: { [mark]: '' } }

/** The update of a subscription that follows from the day of its organization's deletion; undefined for none. */
export function updateForDeletion(
  { metadata, cancel_at, cancel_at_period_end }: Stripe.Subscription,
  deletesAt: Date | null,
): Stripe.SubscriptionUpdateParams | undefined {
  if (deletesAt === null) return metadata[mark] ? { cancel_at_period_end: false, metadata: { [mark]: '' } } : undefined
  return cancel_at_period_end || cancel_at !== null ? undefined : { cancel_at_period_end: true, metadata: { [mark]: 'yes' } }
}
