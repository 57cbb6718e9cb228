import { addDisclosure, findLinks, fitsYoutube, replaceLinks } from './index.ts'
import type { VideoText } from './video-text.ts'

export interface TextPlan {
  text: VideoText
  /** Links that are replaced, counted as often as they occur. */
  replaced: number
  /** Whether YouTube takes every description. */
  fits: boolean
}

export interface TextRules {
  /** The short URL that a link, as it is written, becomes; undefined for one that stays. */
  shortUrlOf(original: string): string | undefined
  /** Added where links are replaced and no disclosure is; null adds none. */
  disclosure: string | null
  isOwn(url: string): boolean
}

/** A video's description and its translations with short links. */
export function planText(before: VideoText, rules: TextRules): TextPlan {
  let replaced = 0
  const plan = (description: string): string => {
    const replacements = findLinks(description, rules.isOwn).flatMap(({ start, end, original }) => {
      const text = rules.shortUrlOf(original)
      return text === undefined ? [] : [{ start, end, text }]
    })
    replaced += replacements.length
    if (replacements.length === 0) return description
    const rewritten = replaceLinks(description, replacements)
    return rules.disclosure === null ? rewritten : addDisclosure(rewritten, rules.disclosure)
  }
  const description = plan(before.description)
  const translations = Object.fromEntries(Object.entries(before.translations).map(([language, text]) => [language, plan(text)]))
  // A text that stays as it is is not ours to reject.
  const rewritten = [
    [before.description, description],
    ...Object.keys(translations).map((language) => [before.translations[language], translations[language]]),
  ]
  const fits = rewritten.every(([old, young]) => old === young || fitsYoutube(young ?? ''))
  return { text: { description, translations }, replaced, fits }
}
