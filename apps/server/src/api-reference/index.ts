// The API described: as OpenAPI for programs, and as a page for people.

export { makeReferencePage } from './api-reference-route.ts'
export { describeCalls } from './openapi-document.ts'
