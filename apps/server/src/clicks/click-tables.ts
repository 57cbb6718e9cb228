/**
 * ClickHouse tables whose rows belong to projects. A deletion empties the tables in this order, so daily rollups come
 * first. Materialized views fill some of the tables from `clicks` and `page_views`.
 */
export const clickTables = [
  'daily_rollups',
  'link_rollups',
  'failed_daily_rollups',
  'clicks',
  'link_clicks',
  'project_clicks',
  'product_clicks',
  'page_views',
  'product_views',
  'page_visitors',
] as const

/** Tables that earlier releases had in addition. A back-up of their databases contains the tables. */
export const earlierClickTables = ['counted_days', 'project_countries', 'project_visitors'] as const

export type ClickTable = (typeof clickTables)[number]
