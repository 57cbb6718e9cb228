import { type EarningStatus, findOwnValue } from '@linkshelf/contract'
import type { Retailer } from '@linkshelf/retailers'
import { retailerReports } from '@linkshelf/retailers/reports'

const wordsByStatus: Record<EarningStatus, readonly string[]> = {
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

const statusByWord = new Map(
  Object.entries(wordsByStatus).flatMap(([status, names]) => names.map((name) => [name, status as EarningStatus] as const)),
)

/** Returns the status for a word of a retailer or network. Undefined if the word is unknown. */
export function readStatus(word: string, retailer?: Retailer): EarningStatus | undefined {
  const name = word.toLowerCase().replace(/[^a-z]/g, '')
  return (retailer && findOwnValue(retailerReports[retailer].statusWords, name)) ?? statusByWord.get(name)
}

export const knownStatuses = Object.values(wordsByStatus).flatMap((names) => names.slice(0, 2))
