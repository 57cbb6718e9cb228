import type { StorePageKind } from '@linkshelf/contract'
import { type VisitRow, visitColumns } from './visit-row.ts'

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
