/** Who bills: nobody here, or Stripe. */
export interface Billing {
  provider: 'manual' | 'stripe'
}

export const manualBilling: Billing = { provider: 'manual' }
