export interface ByteRange {
  /** The first and the last byte, both included. */
  start: number
  end: number
}

/**
 * Returns the range that a Range header requests from a file of `size` bytes (RFC 9110, section 14). `unsatisfiable` if
 * the file has no byte of the range. Undefined if the header names no range, several ranges, an invalid range or a unit
 * other than bytes. In this case, the response is the whole file.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (start >= size) return 'unsatisfiable'
  return end < start ? undefined : { start, end }
}
