// Names of breakdowns and of their rows, for screens and emails.

import type { ShopReason } from '../links/link-shops.ts'
import type { BreakdownRow } from './analytics.ts'
import type { BreakdownKind } from './click-conditions.ts'
import type { DeviceKind } from './device-kinds.ts'

interface BreakdownLabels {
  title: string
  /** The header of the first column. */
  singular: string
  /** Name of the row for clicks without a value. */
  unknown: string
}

export const breakdownLabels: Record<BreakdownKind, BreakdownLabels> = {
  country: { title: 'Countries', singular: 'Country', unknown: 'Unknown' },
  city: { title: 'Cities', singular: 'City', unknown: 'Unknown' },
  device: { title: 'Devices', singular: 'Device', unknown: 'Unknown' },
  browser: { title: 'Browsers', singular: 'Browser', unknown: 'Unknown' },
  os: { title: 'Operating systems', singular: 'System', unknown: 'Unknown' },
  source: { title: 'Sources', singular: 'Source', unknown: 'Direct or unknown' },
  referrer: { title: 'Referring hosts', singular: 'Referring host', unknown: 'None' },
  utm_source: { title: 'Campaign sources', singular: 'Campaign source', unknown: 'Not set' },
  utm_medium: { title: 'Campaign media', singular: 'Campaign medium', unknown: 'Not set' },
  utm_campaign: { title: 'Campaigns', singular: 'Campaign', unknown: 'Not set' },
  utm_term: { title: 'Campaign terms', singular: 'Campaign term', unknown: 'Not set' },
  utm_content: { title: 'Campaign contents', singular: 'Campaign content', unknown: 'Not set' },
  shop: { title: 'Shops', singular: 'Shop', unknown: 'No shop' },
  shop_reason: { title: 'How the shop was chosen', singular: 'Reason', unknown: 'No choice of shops' },
  video: { title: 'Videos', singular: 'Video', unknown: 'Not from a video' },
  domain: { title: 'Domains', singular: 'Domain', unknown: 'Default domain' },
}

const deviceLabels: Record<DeviceKind, string> = {
  phone: 'Phone',
  tablet: 'Tablet',
  desktop: 'Desktop',
  tv: 'TV',
  console: 'Game console',
  other: 'Other',
}

const reasonLabels: Record<ShopReason, string> = {
  same: 'The same shop, as pasted',
  local_asin: 'The page you named for their country',
  local_search: 'A search in their own shop',
  no_tag: 'As pasted: no tag for their shop',
  default: 'As pasted: no other shop',
  choice: "Chosen on the link's page",
}

const countries = /* @__PURE__ */ new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Returns the English name for an ISO 3166-1 alpha-2 code. Any other text is returned unchanged. */
export function toCountryName(code: string): string {
  try {
    return countries.of(code) ?? code
  } catch {
    return code
  }
}

/** The display name of a row. */
export function toBreakdownName(by: BreakdownKind, { name, is_other, title }: Pick<BreakdownRow, 'name' | 'is_other' | 'title'>): string {
  if (is_other) return 'Other'
  if (title) return title
  if (name === '') return breakdownLabels[by].unknown
  if (by === 'country') return toCountryName(name)
  if (by === 'shop_reason') return Object.entries(reasonLabels).find(([reason]) => reason === name)?.[1] ?? name
  if (by === 'device') return Object.entries(deviceLabels).find(([kind]) => kind === name)?.[1] ?? name
  return name
}
