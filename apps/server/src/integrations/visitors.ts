/** The part that edges load: the settings that decide where links lead. */

export { settingsOfProject } from './integration-table.ts'
export { parseIntegrations, type StoredIntegrations } from './stored-integrations.ts'
