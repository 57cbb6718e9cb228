import type { CallInput, OptionalCall } from './call.ts'

/** Every call by module. The build replaces this file with the calls of the contract. */
export type Client = Readonly<Record<string, Readonly<Record<string, OptionalCall<CallInput, unknown, string>>>>>
