import { type IntegrationDrafts, type Integrations, integrationDefaults } from '@linkshelf/contract'
import { type Retailer, retailerNames } from '@linkshelf/retailers'
import type { IntegrationRow } from './integration-table.ts'
import { parseSettings } from './stored-integrations.ts'

/** Name of the field with the account id, by retailer. */
const accountFieldByRetailer = { amazon: 'associateId', ebay: 'publisherId', aliexpress: 'appId' } as const satisfies Record<
  Retailer,
  string
>

export function toStoredIntegration<R extends Retailer>(retailer: R, draft: IntegrationDrafts[R]): { accountId: string; settings: object } {
  const { [accountFieldByRetailer[retailer]]: accountId, ...settings } = draft as Record<string, unknown>
  return { accountId: String(accountId), settings }
}

/** Returns the stored integration. Fields that are not stored get their default values. */
export function toIntegration<R extends Retailer>(retailer: R, row: IntegrationRow | undefined): Integrations[R] {
  const defaults: Integrations[Retailer] = integrationDefaults[retailer]
  if (row === undefined) return defaults as Integrations[R]
  const account = { [accountFieldByRetailer[retailer]]: row.account_id, updated_at: row.updated_at.toISOString() }
  return { ...defaults, ...parseSettings(retailer, row.settings), ...account } as Integrations[R]
}

/** Returns the integration as the audit log stores it. */
export function toAuditedIntegration(retailer: Retailer, row: IntegrationRow | undefined): object | undefined {
  if (row === undefined) return undefined
  const { updated_at: _, ...fields } = toIntegration(retailer, row)
  return { name: retailerNames[retailer], ...fields }
}
