import type { CallInput, OptionalCall } from './call.ts'

/** All calls by module. In the package, the build replaces this file with the calls of the contract. */
export type Client = Readonly<Record<string, Readonly<Record<string, OptionalCall<CallInput, unknown, string>>>>>
