import { z } from 'zod'

/** A stream on the server, so that an export never has to fit into memory; a `File` in the client. */
const csvStream = z.custom<ReadableStream<Uint8Array> | File>((body) => body instanceof ReadableStream || body instanceof File)

/** In the OpenAPI document a CSV file is a string. */
export function describeCsv<Operation extends { responses?: object }>(operation: Operation): Operation {
  const file = { description: 'OK', content: { 'text/csv': { schema: { type: 'string' } } } }
  return { ...operation, responses: { ...operation.responses, 200: file } }
}

/** A download: the output of a call with the output structure `detailed`. */
export const csvFile = z.object({ headers: z.object({ 'content-type': z.string(), 'content-disposition': z.string() }), body: csvStream })
