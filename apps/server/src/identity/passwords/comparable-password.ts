/** How passwords are compared with lists and names. */
export function toComparable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Removes a year, or up to three digits and signs, at the end: "summer2026!" is "summer". Takes comparable text. */
export function withoutEnding(plain: string): string {
  return plain.replace(/(?:(?:19|20)\d\d)?[\d!?.@#$*_-]{0,3}$/, '')
}

/** Without spaces and signs: "correct-horse" and "correct horse" are one text. Takes comparable text. */
export function withoutSigns(plain: string): string {
  return plain.replace(/[\s\p{P}\p{S}]/gu, '')
}

const addedMax = 8

/**
 * Whether the text is one or more of these words, with spaces and up to eight digits and signs around and between them:
 * "2026-linkshelf!" of "linkshelf". Takes comparable text. Words without a letter are ignored, because any number has
 * some digits of another.
 */
export function isMadeOf(plain: string, words: Iterable<string>): boolean {
  const text = withoutSigns(plain)
  const longestFirst = [...words]
    .map(withoutSigns)
    .filter((word) => /\p{L}/u.test(word))
    .sort((one, other) => other.length - one.length)
  // A space in place of a word: what stood around it must not become another one.
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), text)
  const signs = plain.match(/[\p{P}\p{S}]/gu) ?? []
  const others = [...rest.replaceAll(' ', '')]
  return rest !== text && !/\p{L}/u.test(rest) && signs.length + others.length <= addedMax
}
