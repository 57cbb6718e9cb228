/** Publishes the API as an OpenAPI document and as a page, with the examples of the contract. */

export { createApiReferenceRoute } from './api-reference-page.ts'
export { createOpenApiDocument } from './openapi-document.ts'
