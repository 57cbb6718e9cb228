/**
 * Stores the affiliate programs of a project: its account at Amazon, eBay and AliExpress. `links/resolved` tags
 * destinations with them.
 */

export { getIntegration } from './get-integration.ts'
export { integrationRoutes } from './integration-routes.ts'
export { selectIntegrationSettings, settingsOfProject } from './integration-table.ts'
export { parseIntegrations, type StoredIntegrations } from './link-integrations.ts'
