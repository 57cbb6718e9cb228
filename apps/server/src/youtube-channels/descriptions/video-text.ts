/** The texts of a video that a migration rewrites: its description, and those of its translations by language. */
export interface VideoText {
  description: string
  translations: Record<string, string>
}

/** YouTube may end lines in another way, and drop blanks at the end: neither is an edit. */
export function isSameText(one: VideoText, other: VideoText): boolean {
  return normalize(one.description) === normalize(other.description) && changedLanguages(one, other).length === 0
}

/** The languages whose descriptions differ. */
export function changedLanguages(one: VideoText, other: VideoText): string[] {
  const languages = new Set([...Object.keys(one.translations), ...Object.keys(other.translations)])
  return [...languages].filter((language) => normalize(one.translations[language]) !== normalize(other.translations[language]))
}

function normalize(text: string | undefined): string | undefined {
  return text?.replace(/\r\n?/g, '\n').trimEnd()
}
