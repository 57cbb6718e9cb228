// The typed client of the API: see README.md.
export type { Call, CallOptions, CallPromise, OptionalCall } from './call.ts'
export type * from './client.ts'
export { type ClientOptions, createClient } from './create-client.ts'
export { LinkshelfError, type LocalCode } from './linkshelf-error.ts'
export { paginate } from './paginate.ts'
export { type SafeResult, safe } from './safe.ts'
