import { integrationSettings } from '@linkshelf/contract/basics'
import { type Retailer, retailerIds } from '@linkshelf/retailers'
import * as mini from 'zod/mini'

type Settings = { [R in Retailer]: mini.output<(typeof integrationSettings)[R]> }

/** The settings of a project's integrations that decide where the project's links lead. */
export type StoredIntegrations = Partial<Settings>

/**
 * Parses the result of `createSettingsSubquery`. If a retailer's settings are invalid, they are skipped, so that
 * visitors get the destination without a tag instead of an error.
 */
export function parseIntegrations(stored: unknown): StoredIntegrations {
  if (typeof stored !== 'object' || stored === null) return {}
  const given = stored as Record<string, unknown>
  const integrations: StoredIntegrations = {}
  for (const retailer of retailerIds) addParsedSettings(integrations, retailer, given[retailer])
  return integrations
}

function addParsedSettings<R extends Retailer>(integrations: StoredIntegrations, retailer: R, settings: unknown): void {
  const parsed = parseSettings(retailer, settings)
  if (parsed !== undefined) integrations[retailer] = parsed
}

/**
 * Returns the settings, or undefined if they are invalid. Fields that an earlier version did not store get their
 * defaults.
 */
export function parseSettings<R extends Retailer>(retailer: R, settings: unknown): Settings[R] | undefined {
  const schema: mini.ZodMiniType = integrationSettings[retailer]
  return mini.safeParse(schema, settings).data as Settings[R] | undefined
}
