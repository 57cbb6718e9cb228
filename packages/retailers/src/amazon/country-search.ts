import type { CountrySearch } from '../retailer-definition.ts'

/** Maximum number of words in a search. Each additional word finds fewer products. */
const wordsMax = 10
const charactersMax = 100

/**
 * Texts that Amazon puts before and after the name of a product in a title: "Amazon.de: ", " : Amazon.co.uk: Lighting".
 */
const shopNames = /^\s*amazon(\.[a-z.]+)?\s*[:|-]\s*|\s*[:|-]\s*amazon(\.[a-z.]+)?\b.*$/gi

/** Titles of pages that show no product: the shop's own titles, and titles of pages that are shown to robots. */
const noProduct =
  /^(amazon|amazon\.[a-z.]+\s.*|amazon\.[a-z.]+|.*\b(robot check|captcha|page not found|seite wurde nicht gefunden|sorry|503|404)\b.*)$/i

export const amazonSearch: CountrySearch = {
  toTerms,
  toAddress: (market, terms) => `https://www.amazon.${market}/s?${new URLSearchParams({ k: terms })}`,
}

function toTerms(title: string): string | undefined {
  const name = title.replace(shopNames, ' ').trim()
  if (name === '' || noProduct.test(name)) return undefined
  const words = name.split(/[\s,;|()[\]]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  let terms = ''
  for (const word of words.slice(0, wordsMax)) if (terms.length + word.length < charactersMax) terms = `${terms} ${word}`.trim()
  return terms === '' ? undefined : terms
}
