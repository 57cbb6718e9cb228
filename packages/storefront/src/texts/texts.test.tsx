import { formatDefaultDisclosure, formatLinkDisclosure, type PageLanguage, pageLanguages, toDefaultAdLabel } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { en } from './en.ts'
import { fillText } from './fill-text.tsx'
import { findTexts } from './find-texts.ts'

const languages = Object.keys(pageLanguages) as PageLanguage[]
const translated = languages.filter((language) => language !== 'en')
const listPlaceholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

/** Texts that are the same as in English. */
const shared: Partial<Record<PageLanguage, (keyof typeof en)[]>> = {
  de: ['imprint'],
  fr: ['contact', 'pages', 'pageNumber'],
  it: ['privacy'],
  nl: ['contact'],
}

it.each(languages)('has each text in %s, with the placeholders of the English text', (language) => {
  const texts = findTexts(language)
  expect(Object.keys(texts)).toEqual(Object.keys(en))
  for (const [key, english] of Object.entries(en)) {
    const text = texts[key as keyof typeof en]
    expect(text.trim()).not.toBe('')
    expect(listPlaceholders(text), key).toEqual(listPlaceholders(english))
  }
})

it.each(translated)('has no English text in %s, except words that both languages share', (language) => {
  const texts = findTexts(language)
  const same = (Object.keys(en) as (keyof typeof en)[]).filter((key) => texts[key] === en[key])
  expect(same).toEqual(shared[language] ?? [])
})

const scripts: Partial<Record<PageLanguage, RegExp>> = { ja: /[ぁ-んァ-ヶ一-龠]/, ar: /\p{Script=Arabic}/u, he: /\p{Script=Hebrew}/u }

it.each(Object.entries(scripts))('writes each text in %s in its own script', (language, script) => {
  const texts = findTexts(language as PageLanguage)
  expect(Object.entries(texts).filter(([, text]) => !script.test(text))).toEqual([])
})

it.each(translated)('has a disclosure in %s without a sentence in another language', (language) => {
  const shops = ['www.amazon.de', 'ebay.com']
  const textsOf = (other: PageLanguage) => [formatDefaultDisclosure(shops, other), formatLinkDisclosure(shops, other)]
  const sentencesIn = (text: string) =>
    [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment.trim())
  const foreign = languages.filter((other) => other !== language).flatMap(textsOf)
  for (const text of textsOf(language)) {
    const sentences = sentencesIn(text)
    expect(sentences.length).toBeGreaterThanOrEqual(3)
    expect(sentences.filter((sentence) => foreign.some((other) => other.includes(sentence)))).toEqual([])
    expect(text.startsWith(toDefaultAdLabel(language))).toBe(true)
  }
})

it('fills placeholders wherever a language places them', () => {
  expect(fillText(findTexts('en').buyAt, { shop: 'eBay' })).toBe('Buy at eBay')
  expect(fillText(findTexts('ja').buyAt, { shop: 'eBay' })).toBe('eBayで購入')
  expect(fillText(en.noMatches, { search: '{search}' })).toBe('No products match “{search}”.')
})
