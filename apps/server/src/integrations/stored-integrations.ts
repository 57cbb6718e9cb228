import { integrationSettings } from '@linkshelf/contract/basics'
import { type Retailer, retailerIds } from '@linkshelf/retailers'
import * as mini from 'zod/mini'

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
  const integrations: StoredIntegrations = {}
  for (const retailer of retailerIds) readSettings(integrations, retailer, given[retailer])
  return integrations
}

function readSettings<R extends Retailer>(integrations: StoredIntegrations, retailer: R, settings: unknown): void {
  const parsed = parseSettings(retailer, settings)
  if (parsed !== undefined) integrations[retailer] = parsed
}

/** Fields that an earlier version did not store get their defaults. */
export function parseSettings<R extends Retailer>(retailer: R, settings: unknown): Settings[R] | undefined {
  const schema: mini.ZodMiniType = integrationSettings[retailer]
  return mini.safeParse(schema, settings).data as Settings[R] | undefined
}
