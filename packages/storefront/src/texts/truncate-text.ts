const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Returns the start of a text. It never cuts inside a character that readers see as one, such as an emoji.
 *
 * @param maxLength in UTF-16 code units
 */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return text.slice(0, characters.segment(text).containing(maxLength)?.index)
}
