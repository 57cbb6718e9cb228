// The description of the API: an OpenAPI document, and a page made from it.

export { createApiReferenceRoute } from './api-reference-route.ts'
export { createOpenApiDocument } from './openapi-document.ts'
