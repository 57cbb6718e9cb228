import { formatDefaultDisclosure, formatLinkDisclosure, type PageLanguage, pageLanguages, toDefaultAdLabel } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { en } from './en.ts'
import { fillText } from './fill-text.tsx'
import { getTexts } from './get-texts.ts'

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
  const texts = getTexts(language)
  expect(Object.keys(texts)).toEqual(Object.keys(en))
  for (const [key, english] of Object.entries(en)) {
    const text = texts[key as keyof typeof en]
    expect(text.trim()).not.toBe('')
    expect(listPlaceholders(text), key).toEqual(listPlaceholders(english))
  }
})

it.each(translated)('has no English text in %s, except words that both languages share', (language) => {
  const texts = getTexts(language)
  const same = (Object.keys(en) as (keyof typeof en)[]).filter((key) => texts[key] === en[key])
  expect(same).toEqual(shared[language] ?? [])
})

const scripts: Partial<Record<PageLanguage, RegExp>> = { ja: /[ぁ-んァ-ヶ一-龠]/, ar: /\p{Script=Arabic}/u, he: /\p{Script=Hebrew}/u }

it.each(Object.entries(scripts))('writes each text in %s in its own script', (language, script) => {
  const texts = getTexts(language as PageLanguage)
  expect(Object.entries(texts).filter(([, text]) => !script.test(text))).toEqual([])
})

it.each(translated)('has a disclosure in %s without a sentence in another language', (language) => {
  const shops = ['www.amazon.de', 'ebay.com']
  const listDisclosures = (other: PageLanguage) => [formatDefaultDisclosure(shops, other), formatLinkDisclosure(shops, other)]
  const splitSentences = (text: string) =>
    [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment.trim())
  const foreign = languages.filter((other) => other !== language).flatMap(listDisclosures)
  for (const text of listDisclosures(language)) {
    const sentences = splitSentences(text)
    expect(sentences.length).toBeGreaterThanOrEqual(3)
    expect(sentences.filter((sentence) => foreign.some((other) => other.includes(sentence)))).toEqual([])
    expect(text.startsWith(toDefaultAdLabel(language))).toBe(true)
  }
})

it('fills placeholders wherever a language places them', () => {
  expect(fillText(getTexts('en').buyAt, { shop: 'eBay' })).toBe('Buy at eBay')
  expect(fillText(getTexts('ja').buyAt, { shop: 'eBay' })).toBe('eBayで購入')
  expect(fillText(en.noMatches, { search: '{search}' })).toBe('No products match “{search}”.')
})
