import { Readable } from 'node:stream'
import { ForeignInputError, type parseInChild } from '../src/platform/process/confined/parse-in-child.ts'

/**
 * Parses a file in this process, because a separate process takes most of a second to load the parser. Settings and
 * batches are copied, and a parser error becomes an error of the file, as if a separate process parsed the file.
 */
export const parseHere: typeof parseInChild = async function* (parser, { chunks, settings }) {
  const input = Readable.from(chunks)
  try {
    for await (const batch of parser.parse(input, structuredClone(settings))) yield structuredClone(batch)
  } catch (error) {
    throw input.errored ?? new ForeignInputError(String(error))
  } finally {
    input.destroy()
  }
}
