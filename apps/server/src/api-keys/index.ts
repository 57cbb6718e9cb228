/**
 * Stores the keys of the API, which owners create and revoke. `verification/` checks the key of each request, and
 * `quota/` counts the requests of an organization per month.
 */

export { apiKeyRoutes } from './api-key-routes.ts'
export { isApiKey } from './api-key-text.ts'
export { endApiKeys, endOwnApiKeys } from './end-api-keys.ts'
export { countApiRequests } from './quota/get-api-usage.ts'
export { openRequestQuota } from './quota/request-quota.ts'
export { openApiKeyVerifier } from './verification/verify-api-keys.ts'
