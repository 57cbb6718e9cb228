import { defaultPageLanguage, type PageLanguage, pageLanguageCodes } from '@linkshelf/contract/basics'

/** Browsers send a few; a longer list costs no more. */
const rangesMax = 20

const knownLanguages: ReadonlySet<string> = new Set(pageLanguageCodes)

/**
 * Returns the language of pages that the visitor prefers, by the `Accept-Language` of the request (RFC 9110, section
 * 12.5.4); English where none of theirs is known.
 */
export function negotiateLanguage(acceptLanguage: string): PageLanguage {
  let best: PageLanguage = defaultPageLanguage
  let bestQuality = 0
  for (const range of acceptLanguage.toLowerCase().split(',', rangesMax)) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const language = toPageLanguage(tag)
    const quality = parseQuality(parameters)
    if (language === undefined || !(quality > bestQuality)) continue
    best = language
    bestQuality = quality
  }
  return best
}

function toPageLanguage(tag: string): PageLanguage | undefined {
  const [base = ''] = tag.split('-', 1)
  const language = base === 'iw' ? 'he' : base // the code of Hebrew until 1989, which old systems send
  return knownLanguages.has(language) ? (language as PageLanguage) : undefined
}

function parseQuality(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return quality === undefined ? 1 : Number(quality.slice(2))
}
