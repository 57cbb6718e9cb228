/** Publishes the API as an OpenAPI document and as a page. Both contain the contract's examples. */

export { createApiReferenceRoute } from './api-reference-page.ts'
export { createOpenApiDocument } from './openapi-document.ts'
