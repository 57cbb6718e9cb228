import { type IntegrationDrafts, type Integrations, integrationDefaults, integrationSettings } from '@linkshelf/contract'
import { type Retailer, retailerNames } from '@linkshelf/retailers'
import * as mini from 'zod/mini'
import type { IntegrationRow } from './integration-table.ts'

type Settings = { [R in Retailer]: mini.output<(typeof integrationSettings)[R]> }

/** The settings of a project's integrations that decide where its links lead. */
export type StoredIntegrations = Partial<Settings>

/**
 * Reads the settings of `settingsOfProject`. Skips those of a retailer that can't be read, so that a visitor gets the
 * plain page rather than an error.
 */
export function parseIntegrations(stored: unknown): StoredIntegrations {
  if (typeof stored !== 'object' || stored === null) return {}
  const given = stored as Record<string, unknown>
  const [amazon, ebay, aliexpress] = [
    parseSettings('amazon', given.amazon),
    parseSettings('ebay', given.ebay),
    parseSettings('aliexpress', given.aliexpress),
  ]
  return { ...(amazon && { amazon }), ...(ebay && { ebay }), ...(aliexpress && { aliexpress }) }
}

/** Fields that an earlier version did not store get their defaults. */
function parseSettings<R extends Retailer>(retailer: R, settings: unknown): Settings[R] | undefined {
  const schema: mini.ZodMiniType = integrationSettings[retailer]
  return mini.safeParse(schema, settings).data as Settings[R] | undefined
}

/** The account with each program. */
const accountField = { amazon: 'associateId', ebay: 'publisherId', aliexpress: 'appId' } as const satisfies Record<Retailer, string>

/** Returns the stored form of a draft. */
export function toStored<R extends Retailer>(retailer: R, draft: IntegrationDrafts[R]): { accountId: string; settings: object } {
  const { [accountField[retailer]]: accountId, ...settings } = draft as Record<string, unknown>
  return { accountId: String(accountId), settings }
}

/** The defaults where nothing is stored. */
export function toIntegration<R extends Retailer>(retailer: R, row: IntegrationRow | undefined): Integrations[R] {
  const defaults: Integrations[Retailer] = integrationDefaults[retailer]
  if (row === undefined) return defaults as Integrations[R]
  const account = { [accountField[retailer]]: row.account_id, updated_at: row.updated_at.toISOString() }
  return { ...defaults, ...parseSettings(retailer, row.settings), ...account } as Integrations[R]
}

/** Returns the integration as the audit log stores it. */
export function toAuditedIntegration(retailer: Retailer, row: IntegrationRow | undefined): object | undefined {
  if (row === undefined) return undefined
  const { updated_at: _, ...fields } = toIntegration(retailer, row)
  return { name: retailerNames[retailer], ...fields }
}
