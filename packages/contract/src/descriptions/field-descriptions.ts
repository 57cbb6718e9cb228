import { accountFields } from './account-fields.ts'
import { affiliateFields } from './affiliate-fields.ts'
import { analyticsFields } from './analytics-fields.ts'
import { linkFields } from './link-fields.ts'
import { operationFields } from './operation-fields.ts'
import { storeFields } from './store-fields.ts'

/**
 * Descriptions of fields in the API reference. A key is the name of a field in any object, or `parent.name` for a field
 * inside the field, call or module `parent`. If the schema of a field has a description, the field has no entry here.
 */
export const fieldDescriptions: Readonly<Record<string, string>> = {
  ...accountFields,
  ...linkFields,
  ...storeFields,
  ...analyticsFields,
  ...affiliateFields,
  ...operationFields,
}
