import {
  currencyCode,
  earningKinds,
  earningMethods,
  earningRatesDraft,
  earningStatuses,
  earningsRetailers,
  unmatchedReasons,
} from '@linkshelf/contract'
import { z } from 'zod'
import { findTrafficSource } from '../../clicks/index.ts'
import {
  type ArchiveTable,
  addedCount,
  addedReported,
  flag,
  id,
  instant,
  minorUnits,
  optionalInstant,
  rank,
  reported,
  toColumn,
  toOptionalIdColumn,
} from './archive-columns.ts'

/**
 * Adds columns that archives of earlier versions lack, with the values that migrations gave them. The number of shipped
 * items of an order is computed after the insert.
 */
function upgradeEarning(row: Record<string, unknown>): Record<string, unknown> {
  const { retailer, kind, quantity, method, referrer } = row
  const isShipment = retailer === 'amazon' && kind === 'sale' && row.is_day_of_shipment === true
  const shipped_quantity = isShipment && typeof quantity === 'number' ? Math.max(0, quantity) : 0
  const source = method === 'click' && typeof referrer === 'string' ? findTrafficSource(referrer, '') : null
  return { shipped_quantity, source, ...row }
}

/** Tables of sales, and of the exchange rates for estimates. */
export const earningTables: readonly ArchiveTable[] = [
  {
    name: 'earnings',
    columns: {
      id,
      transaction_key: toColumn(z.string().min(1).max(500)),
      version_at: instant,
      recorded_at: instant,
      retailer: toColumn(z.enum(earningsRetailers)),
      kind: toColumn(z.enum(earningKinds)),
      status: toColumn(z.enum(earningStatuses)),
      currency: toColumn(currencyCode),
      amount: minorUnits,
      reversed_amount: minorUnits,
      sale_amount: minorUnits,
      quantity: rank,
      shipped_quantity: addedCount,
      fulfilled_quantity: addedCount,
      occurred_on: toColumn(z.iso.date()),
      occurred_at: optionalInstant,
      is_day_of_shipment: flag,
      item_id: reported,
      item_name: reported,
      tracking_id: reported,
      sub_id: reported,
      is_direct: toColumn(z.boolean().nullable().default(null)),
      network: reported,
      matched_at: optionalInstant,
      method: toColumn(z.enum(earningMethods).nullable()),
      unmatched_reason: toColumn(z.enum(unmatchedReasons).nullable().default(null)),
      link_id: toOptionalIdColumn('links'),
      product_id: toOptionalIdColumn('products'),
      country: toColumn(z.string().max(2).nullable()),
      source: addedReported,
      referrer: reported,
      shop: addedReported,
      shop_reason: addedReported,
      utm_campaign: addedReported,
      video: addedReported,
      announced_at: optionalInstant,
    },
    key: ['id'],
    condition: 'is_current',
    hasCsv: true,
    upgrade: upgradeEarning,
  },
  {
    name: 'earning_rates',
    columns: { currency: toColumn(currencyCode), rates: toColumn(earningRatesDraft.shape.rates) },
    key: ['currency'],
  },
]
