import type { StorePageKind } from '@linkshelf/contract'
import { type VisitRow, visitColumns } from './visit-row.ts'

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
] as const satisfies readonly (keyof ClickRow)[]
