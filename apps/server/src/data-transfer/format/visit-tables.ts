// The clicks and page views of a project as an archive has them: every stored column but the
// organization and the project.
import { z } from 'zod'

const id = z.uuid().toLowerCase()
const text = z.string().max(2_048)

const visit = {
  id,
  at: z.string().regex(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/),
  visitor: z.string().regex(/^\d{1,20}$/),
  is_bot: z.boolean(),
  reason: text,
  country: text,
  subdivision: text,
  city: text,
  device: text,
  browser: text,
  os: text,
  referrer: text,
  language: text,
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
}

const clicks = z.strictObject({
  ...visit,
  link_id: id,
  product_id: id,
  store_id: id,
  page: text,
  is_scan: z.boolean(),
  rule: text,
  revision: z.int().min(0),
  // Archives of earlier versions lack these.
  shop: text.default(''),
  shop_reason: text.default(''),
  video: text.default(''),
})
const pageViews = z.strictObject({ ...visit, store_id: id, page: text, product_id: id, category_id: id })

/**
 * The folders of an archive with visits, each with its table in ClickHouse, the schema of its rows, and the columns
 * that refer to something of the project.
 */
export const visitTables = {
  clicks: { table: 'clicks', row: clicks, references: ['link_id', 'product_id', 'store_id'] },
  'page-views': { table: 'page_views', row: pageViews, references: ['store_id', 'product_id', 'category_id'] },
} as const

export type VisitFolder = keyof typeof visitTables
