/**
 * Stores the API keys that owners create and revoke. `verify-api-keys.ts` checks the key of each request, and
 * `request-quota.ts` counts an organization's requests per month.
 */

export { isApiKey } from './api-key-text.ts'
export { apiKeyRoutes, countApiRequests, revokeApiKeys, revokeOwnApiKeys } from './api-keys.ts'
export { openRequestQuota } from './request-quota.ts'
export { openApiKeyVerifier } from './verify-api-keys.ts'
