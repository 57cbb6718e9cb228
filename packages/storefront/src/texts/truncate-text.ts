const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Returns the start of a text, cut between two characters as people see them: an emoji stays whole.
 *
 * @param maxLength in UTF-16 code units
 */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return text.slice(0, characters.segment(text).containing(maxLength)?.index)
}
