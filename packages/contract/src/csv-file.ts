import { z } from 'zod'

/**
 * On the server, the body is a stream, so that an export never has to fit into memory. In the client, it is a `File`.
 */
const csvStream = z.custom<ReadableStream<Uint8Array> | File>((body) => body instanceof ReadableStream || body instanceof File)

/** Describes a CSV file in the OpenAPI document as a string. */
export function describeCsv<Operation extends { responses?: object }>(operation: Operation): Operation {
  const file = { description: 'OK', content: { 'text/csv': { schema: { type: 'string' } } } }
  return { ...operation, responses: { ...operation.responses, 200: file } }
}

/** The output of a call that downloads a CSV file. The call needs the output structure `detailed`. */
export const csvFile = z.object({ headers: z.object({ 'content-type': z.string(), 'content-disposition': z.string() }), body: csvStream })
