import { accountFields } from './account-fields.ts'
import { affiliateFields } from './affiliate-fields.ts'
import { analyticsFields } from './analytics-fields.ts'
import { linkFields } from './link-fields.ts'
import { operationFields } from './operation-fields.ts'
import { storeFields } from './store-fields.ts'

/**
 * The meaning of fields of this name in the API reference. A key is the name of a field in any object, or `parent.name`
 * for a field inside a field, a call or a module `parent`. A field whose schema has a description needs none here.
 */
export const fieldDescriptions: Readonly<Record<string, string>> = {
  ...accountFields,
  ...linkFields,
  ...storeFields,
  ...analyticsFields,
  ...affiliateFields,
  ...operationFields,
}
