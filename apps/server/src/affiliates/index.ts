// The affiliate programmes of retailers: what an owner has of them, and what links become with it.
export { getIntegration } from './get-integration.ts'
export { integrationRoutes } from './integration-routes.ts'
export { settingsOfProject } from './integration-table.ts'
export { parseIntegrations, type StoredIntegrations } from './link-integrations.ts'
