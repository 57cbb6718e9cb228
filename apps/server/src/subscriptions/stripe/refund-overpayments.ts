// Lifetime is paid once, in addition to earlier payments. Two payments must therefore be refunded: a second payment of
// Lifetime, and the unused rest of the plan that Lifetime ended. Stripe credits this rest to the customer's balance,
// which only pays invoices, and Lifetime has no invoices. Both are refunded to their source. Each refund follows from
// Stripe's present state, so a killed job can be repeated.
import type Stripe from 'stripe'
import { mutate, type OrganizationContext } from '../../access/index.ts'
import type { StripeDeps } from '../billing.ts'
import { callStripe } from './call-stripe.ts'
import type { CustomerPlan } from './customer-plan.ts'

type Refunded = Pick<Stripe.RefundCreateParams, 'amount' | 'reason'> & { payment_intent: string }

/** Refunds what was paid twice, and records each refund. Can be repeated and run concurrently. */
export async function refundOverpayments(
  { billing: { stripe } }: StripeDeps,
  ctx: OrganizationContext,
  { customerId, customerPlan }: { customerId: string; customerPlan: CustomerPlan },
) {
  const { current, lifetimePayment, repeatedPayments } = customerPlan
  for (const { id } of repeatedPayments) {
    const refunded = { payment_intent: id, reason: 'duplicate' } as const
    const refund = await refundOnce(stripe, refunded, `linkshelf-repeated-${id}`)
    if (refund !== undefined) await recordRefund(ctx, refund, 'a second payment of Lifetime')
  }
  // If the customer also has Business, the balance is not refunded, because it pays the invoices of Business.
  if (lifetimePayment !== undefined && current === undefined) await refundCredit(stripe, ctx, customerId, lifetimePayment)
}

/**
 * Refunds the customer's balance as a partial refund of the Lifetime payment. The idempotency keys name the balance's
 * last change, so that two concurrent jobs refund it once.
 */
async function refundCredit(stripe: Stripe, ctx: OrganizationContext, customerId: string, payment: Stripe.PaymentIntent): Promise<void> {
  const { data } = await callStripe(stripe.customers.listBalanceTransactions(customerId, { limit: 1 }), customerId)
  const [latest] = data
  const credit = -(latest?.ending_balance ?? 0)
  const { currency } = payment
  const amount = Math.min(credit, toRefundableAmount(payment))
  if (latest === undefined || latest.currency !== currency || amount <= 0) return

  const refund = await refundOnce(stripe, { payment_intent: payment.id, amount }, `linkshelf-credit-${latest.id}`)
  const settled = { amount, currency, description: 'Refunded with Lifetime' }
  await callStripe(stripe.customers.createBalanceTransaction(customerId, settled, { idempotencyKey: `linkshelf-settled-${latest.id}` }))
  if (refund !== undefined) await recordRefund(ctx, refund, 'what was left of the plan before Lifetime')
}

/**
 * Returns how much can be refunded, in the smallest unit of the currency. One unit of the payment is not refunded,
 * because a full refund ends Lifetime.
 */
function toRefundableAmount({ latest_charge: charge }: Stripe.PaymentIntent): number {
  return typeof charge === 'object' && charge !== null ? charge.amount - charge.amount_refunded - 1 : 0
}

/** Makes a refund. Returns undefined if an earlier request with this key has already made it. */
async function refundOnce(stripe: Stripe, refunded: Refunded, idempotencyKey: string): Promise<Stripe.Refund | undefined> {
  const refund = await callStripe(stripe.refunds.create(refunded, { idempotencyKey }))
  return refund.lastResponse.headers['idempotent-replayed'] === 'true' ? undefined : refund
}

async function recordRefund(ctx: OrganizationContext, { amount, currency }: Stripe.Refund, reason: string): Promise<void> {
  const mutation = { action: 'subscription.refund', entity: 'subscription', entityId: ctx.organization.id } as const
  await mutate(ctx, mutation, async (_tx, change) => {
    change.after = { amount: formatAmount(amount, currency), reason }
  })
}

function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
