// Phrases of pages without an available product, by retailer. Separate from the definitions, because only checks of
// links need them.
import { aliexpressPageErrors } from './aliexpress/page-errors.ts'
import { amazonPageErrors } from './amazon/page-errors.ts'
import { ebayPageErrors } from './ebay/page-errors.ts'
import type { PageErrors } from './retailer-definition.ts'
import type { Retailer } from './retailers.ts'

export const pageErrors: Readonly<Record<Retailer, PageErrors>> = {
  amazon: amazonPageErrors,
  ebay: ebayPageErrors,
  aliexpress: aliexpressPageErrors,
}
