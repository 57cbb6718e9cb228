import type { StorePageKind } from '@linkshelf/contract'

/**
 * Why a visit counts as a bot's. `repeat` means that a human comes again within seconds. Empty for other human visits.
 */
type VisitReason = '' | 'repeat' | 'head' | 'prefetch' | 'no-user-agent' | 'bot' | 'mail-scanner'

/** Columns that `clicks` and `page_views` have in common. */
export interface VisitRow {
  id: string
  /** `yyyy-mm-dd hh:mm:ss.mmm`, UTC. */
  at: string
  organization_id: string
  project_id: string
  /** The daily visitor key: 64 bits, written in decimal because they don't fit a number. */
  visitor: string
  is_bot: boolean
  reason: VisitReason
  country: string
  subdivision: string
  city: string
  device: string
  browser: string
  os: string
  /** The host of the referring page. */
  referrer: string
  language: string
  utm_source: string
  utm_medium: string
  utm_campaign: string
  utm_term: string
  utm_content: string
}

const visitColumns = [
  'id',
  'at',
  'organization_id',
  'project_id',
  'visitor',
  'is_bot',
  'reason',
  'country',
  'subdivision',
  'city',
  'device',
  'browser',
  'os',
  'referrer',
  'language',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies readonly (keyof VisitRow)[]

/** The value of an id column that has no id. */
export const noId = '00000000-0000-0000-0000-000000000000'

/** A row of the table `clicks`. The keys are its column names. */
export interface ClickRow extends VisitRow {
  link_id: string
  /** True if the click came through a QR code. */
  is_scan: boolean
  rule: string
  revision: number
  /**
   * The retailer's shop that the visitor was sent to, and why this shop was chosen. Both are empty for other
   * destinations.
   */
  shop: string
  shop_reason: string
  /**
   * The product and store whose button was clicked, and the kind of page that has the button. For any other click, the
   * ids are `noId` and `page` is empty.
   */
  product_id: string
  store_id: string
  page: StorePageKind | ''
  /** The id of the video whose description has the link; empty for any other click. */
  video: string
  /** The organization's domain that was visited. Empty if the instance's own host was visited. */
  host: string
  /** The alias that was visited. `noId` if the link's own address was visited. */
  alias_id: string
}

/** Columns in the order in which their values are inserted. */
export const clickColumns = [
  ...visitColumns,
  'link_id',
  'is_scan',
  'rule',
  'revision',
  'shop',
  'shop_reason',
  'product_id',
  'store_id',
  'page',
  'video',
  'host',
  'alias_id',
] as const satisfies readonly (keyof ClickRow)[]

/** A row of the table `page_views`. The keys are its column names. */
export interface PageViewRow extends VisitRow {
  store_id: string
  page: StorePageKind
  /** The product of a product page or the category of a category page. `noId` for other pages. */
  product_id: string
  category_id: string
}

/** Columns in the order in which their values are inserted. */
export const pageViewColumns = [
  ...visitColumns,
  'store_id',
  'page',
  'product_id',
  'category_id',
] as const satisfies readonly (keyof PageViewRow)[]
