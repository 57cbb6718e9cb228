import { type EarningStatus, ownValue } from '@linkshelf/contract'
import type { Retailer } from '@linkshelf/retailers'
import { retailerReports } from '@linkshelf/retailers/reports'

const words: Record<EarningStatus, readonly string[]> = {
  pending: ['pending', 'lead', 'hold', 'onhold', 'new', 'open', 'waiting', 'paymentcompleted', 'paymentcomplete', 'shipped', 'buyerpaid'],
  approved: [
    'approved',
    'sale',
    'confirmed',
    'accepted',
    'active',
    'locked',
    'paid',
    'payable',
    'settled',
    'completed',
    'completedsettlement',
    'settlementcompleted',
    'finished',
    'orderfinished',
    'buyerconfirmedreceipt',
    'buyerconfirmedgoodsreceipt',
    'confirmedreceipt',
    'effective',
  ],
  reversed: [
    'reversed',
    'rejected',
    'trash',
    'declined',
    'denied',
    'canceled',
    'cancelled',
    'invalid',
    'ineffective',
    'refunded',
    'refund',
    'returned',
    'chargeback',
    'void',
  ],
}

const statusOf = new Map(Object.entries(words).flatMap(([status, names]) => names.map((name) => [name, status as EarningStatus] as const)))

/** Returns the status for the word of a retailer or a network; undefined for an unknown word. */
export function readStatus(word: string, retailer?: Retailer): EarningStatus | undefined {
  const name = word.toLowerCase().replace(/[^a-z]/g, '')
  return (retailer && ownValue(retailerReports[retailer].statusWords, name)) ?? statusOf.get(name)
}

export const knownStatuses = Object.values(words).flatMap((names) => names.slice(0, 2))
