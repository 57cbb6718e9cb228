/**
 * Stores the affiliate programs of a project: its account at Amazon, eBay and AliExpress. `links/resolved` tags
 * destinations with them.
 */

export { selectIntegrationSettings, settingsOfProject } from './integration-table.ts'
export { getIntegration, integrationRoutes } from './integrations.ts'
export { parseIntegrations, type StoredIntegrations } from './stored-integrations.ts'
