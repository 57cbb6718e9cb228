/**
 * Returns a copy that does not share memory with `text`, because in V8 a slice keeps the whole string in memory. `text`
 * must not contain lone surrogates.
 */
export function copyString(text: string): string {
  return Buffer.from(text).toString()
}
