/** Public API for edges: the settings that decide where links lead. */

export { createSettingsSubquery } from './integration-table.ts'
export { parseIntegrations, type StoredIntegrations } from './stored-integrations.ts'
