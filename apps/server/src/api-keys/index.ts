// API keys of organizations: managed by owners, verified on every request, whose number a plan limits per month.
export { apiKeyRoutes } from './api-key-routes.ts'
export { isApiKey } from './api-key-text.ts'
export { endApiKeys, endOwnApiKeys } from './end-api-keys.ts'
export { countApiRequests } from './quota/get-api-usage.ts'
export { openRequestQuota } from './quota/request-quota.ts'
export { openApiKeyVerifier } from './verification/verify-api-keys.ts'
