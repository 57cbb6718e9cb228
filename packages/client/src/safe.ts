import type { CallPromise } from './call.ts'
import { LinkshelfError } from './linkshelf-error.ts'

export type SafeResult<Output, Code extends string> =
  | { data: Output; error?: undefined }
  | { data?: undefined; error: LinkshelfError<Code> }

/**
 * Returns the output of a call, or its error. The error's `code` is one of the codes that the call declares, or one of
 * the client's own codes (`LocalCode`). Errors that are no `LinkshelfError`, such as an abort, are thrown.
 */
export async function safe<Output, Code extends string>(call: CallPromise<Output, Code>): Promise<SafeResult<Output, Code>> {
  try {
    return { data: await call }
  } catch (error) {
    if (error instanceof LinkshelfError) return { error }
    throw error
  }
}
