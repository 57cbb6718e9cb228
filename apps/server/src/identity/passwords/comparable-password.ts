/** How passwords are compared with lists and names. */
export function toComparable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Without a year, and up to three digits and signs, at the end: "summer2026!" is "summer". Takes comparable text. */
export function withoutEnding(plain: string): string {
  return plain.replace(/(?:(?:19|20)\d\d)?[\d!?.@#$*_-]{0,3}$/, '')
}
