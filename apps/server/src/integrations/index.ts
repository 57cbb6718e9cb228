/**
 * Stores a project's accounts at the affiliate programs of Amazon, eBay and AliExpress. `links/resolved` uses them to
 * tag destinations.
 */

export { createSettingsSubquery, selectIntegrationSettings } from './integration-table.ts'
export { getIntegration, integrationRoutes } from './integrations.ts'
export { parseIntegrations, type StoredIntegrations } from './stored-integrations.ts'
