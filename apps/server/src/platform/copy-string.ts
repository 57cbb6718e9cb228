/** Returns a copy that does not share memory with `text`: in V8 a slice keeps the whole string alive. Latin-1 only. */
export function copyString(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
