// Formats of earnings files by retailer. Separate from the definitions, because only imports of earnings files need
// them.
import { aliexpressReports } from './aliexpress/reports.ts'
import { amazonReports } from './amazon/reports.ts'
import { ebayReports } from './ebay/reports.ts'
import type { RetailerReports } from './report-format.ts'
import type { Retailer, retailers } from './retailers.ts'

export type { ReportField, ReportFormat } from './report-format.ts'

export const retailerReports: { readonly [R in Retailer]: RetailerReports<(typeof retailers)[R]['reports'][number]> } = {
  amazon: amazonReports,
  ebay: ebayReports,
  aliexpress: aliexpressReports,
}
