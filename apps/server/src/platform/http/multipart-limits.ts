import { MIMEType } from 'node:util'

/** Maximum number of parts of a form. Forms of this product have at most three fields. */
const maxParts = 32
const maxHeaderBytes = 8_192

/**
 * Returns whether a form has too many parts, or a part has headers that are too long. Parsing such a form would block
 * the thread for a second. A parser splits a body only at its boundary, so every occurrence of the boundary is counted
 * as a part, wherever it is.
 */
export function exceedsMultipartLimits(contentType: string, body: Uint8Array): boolean {
  const boundary = findBoundary(contentType)
  if (!boundary) return false // Without a boundary, no parser splits the body.
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let count = 0
  for (let at = bytes.indexOf(boundary); at !== -1; at = bytes.indexOf(boundary, at)) {
    count += 1
    if (count > maxParts + 1) return true
    at += Buffer.byteLength(boundary)
    const isLast = bytes.toString('latin1', at, at + 2) === '--'
    if (!isLast && !bytes.subarray(at, at + maxHeaderBytes).includes('\r\n\r\n')) return true
  }
  return false
}

/**
 * Returns the boundary of the parts. Reads it by the WHATWG rules, as the parser does. Undefined if the content type is
 * invalid.
 */
function findBoundary(contentType: string): string | undefined {
  try {
    return new MIMEType(contentType).params.get('boundary') ?? undefined
  } catch {
    return undefined
  }
}
