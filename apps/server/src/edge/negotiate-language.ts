import { defaultPageLanguage, type PageLanguage, pageLanguageCodes } from '@linkshelf/contract/basics'

/**
 * Maximum number of languages that are read from the header. Browsers send only a few. The rest of a longer list is
 * ignored.
 */
const rangesMax = 20

const knownLanguages: ReadonlySet<string> = new Set(pageLanguageCodes)

/**
 * Returns the page language that the visitor prefers, according to the request's `Accept-Language` (RFC 9110, section
 * 12.5.4). Returns English if none of the visitor's languages is available.
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
  const language = base === 'iw' ? 'he' : base // the code of Hebrew until 1989, which old systems still send
  return knownLanguages.has(language) ? (language as PageLanguage) : undefined
}

function parseQuality(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return quality === undefined ? 1 : Number(quality.slice(2))
}
