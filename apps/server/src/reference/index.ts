// The API described: as OpenAPI for programs, and as a page for people.
export { describeCalls } from './describe-calls.ts'
export { makeReferencePage } from './show-reference.ts'
