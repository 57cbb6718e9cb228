import { currencyCode, earningKinds, earningMethods, earningRatesDraft, earningStatuses, earningsRetailers } from '@linkshelf/contract'
import { z } from 'zod'
import { findTrafficSource } from '../../clicks/index.ts'
import {
  type ArchiveTable,
  flag,
  id,
  instant,
  minorUnits,
  newlyCounted,
  newlyReported,
  optionalIdOf,
  optionalInstant,
  rank,
  reported,
  value,
} from './archive-columns.ts'

/** The same as the migrations that added these columns. What was shipped of orders is computed after the insert. */
function upgradeEarning(row: Record<string, unknown>): Record<string, unknown> {
  const { retailer, kind, quantity, method, referrer } = row
  const isShipment = retailer === 'amazon' && kind === 'sale' && row.is_day_of_shipment === true
  const shipped_quantity = isShipment && typeof quantity === 'number' ? Math.max(0, quantity) : 0
  const source = method === 'click' && typeof referrer === 'string' ? findTrafficSource(referrer, '') : null
  return { shipped_quantity, source, ...row }
}

/** Sales, and the rates of the estimate. */
export const earningTables: readonly ArchiveTable[] = [
  {
    name: 'earnings',
    columns: {
      id,
      transaction_key: value(z.string().min(1).max(500)),
      version_at: instant,
      recorded_at: instant,
      retailer: value(z.enum(earningsRetailers)),
      kind: value(z.enum(earningKinds)),
      status: value(z.enum(earningStatuses)),
      currency: value(currencyCode),
      amount: minorUnits,
      reversed_amount: minorUnits,
      sale_amount: minorUnits,
      quantity: rank,
      shipped_quantity: newlyCounted,
      fulfilled_quantity: newlyCounted,
      occurred_on: value(z.iso.date()),
      occurred_at: optionalInstant,
      is_day_of_shipment: flag,
      item_id: reported,
      item_name: reported,
      tracking_id: reported,
      sub_id: reported,
      is_direct: value(z.boolean().nullable().default(null)),
      network: reported,
      matched_at: optionalInstant,
      method: value(z.enum(earningMethods).nullable()),
      link_id: optionalIdOf('links'),
      product_id: optionalIdOf('products'),
      country: value(z.string().max(2).nullable()),
      source: newlyReported,
      referrer: reported,
      shop: newlyReported,
      shop_reason: newlyReported,
      announced_at: optionalInstant,
    },
    key: ['id'],
    condition: 'is_current',
    hasCsv: true,
    upgrade: upgradeEarning,
  },
  { name: 'earning_rates', columns: { currency: value(currencyCode), rates: value(earningRatesDraft.shape.rates) }, key: ['currency'] },
]
