/** A copy of the text in memory of its own: in V8 a slice keeps the whole text alive. Latin-1 only. */
export function copyString(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
