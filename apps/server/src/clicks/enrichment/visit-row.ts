import type { StorePageKind } from '@linkshelf/contract'

/** Why a visit is a bot's, or `repeat` for a human who comes again at once. Empty for any other human. */
type VisitReason = '' | 'repeat' | 'head' | 'prefetch' | 'no-user-agent' | 'bot' | 'mail-scanner'

/** The columns that `clicks` and `page_views` have in common, under their names. */
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

/** Stored in id columns that have no value. */
export const noId = '00000000-0000-0000-0000-000000000000'

/** One row of the table `clicks`, under its column names. */
export interface ClickRow extends VisitRow {
  link_id: string
  /** Came through a QR code. */
  is_scan: boolean
  rule: string
  revision: number
  /** The retailer's shop that the visitor was sent to, and why this one; empty for others. */
  shop: string
  shop_reason: string
  /** The product and store whose button was clicked, and on which page; `noId` and empty for any other click. */
  product_id: string
  store_id: string
  page: StorePageKind | ''
  /** The id of the video whose description has the link; empty for any other click. */
  video: string
  /** The host of the own domain that was visited; empty for the instance's own. */
  host: string
  /** The alias that was visited; `noId` where the address is the link's own. */
  alias_id: string
}

/** The columns in the order in which rows are inserted. */
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

/** One row of the table `page_views`, under its column names. */
export interface PageViewRow extends VisitRow {
  store_id: string
  page: StorePageKind
  /** The page's product or category; `noId` on other pages. */
  product_id: string
  category_id: string
}

/** The columns in the order in which rows are inserted. */
export const pageViewColumns = [
  ...visitColumns,
  'store_id',
  'page',
  'product_id',
  'category_id',
] as const satisfies readonly (keyof PageViewRow)[]
