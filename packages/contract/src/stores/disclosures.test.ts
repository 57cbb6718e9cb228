import { amazonMarkets } from '@linkshelf/retailers'
import { expect, it } from 'vitest'
import { formatDefaultDisclosure, formatLinkDisclosure, listDisclosureWordings, listRetailerWordings, toShopName } from './disclosures.ts'
import { pageLanguages } from './page-languages.ts'

it.each([
  ['www.amazon.co.uk', 'Amazon'],
  ['amazon.com', 'Amazon'],
  ['amazon.com.evil.example', 'amazon.com.evil.example'],
  ['ebay.de', 'eBay'],
  ['de.aliexpress.com', 'AliExpress'],
  ['notamazon.de', 'notamazon.de'],
])('names the shop at %s %s', (host, name) => {
  expect(toShopName(host)).toBe(name)
})

it.each([
  ['amazon.com', 'As an Amazon Associate I earn from qualifying purchases.'],
  ['www.amazon.com.au', 'As an Amazon Associate I earn from qualifying purchases.'],
  ['amazon.de', 'As an Amazon Associate I earn from qualifying purchases.'],
  ['ebay.co.uk', 'As an eBay Partner, I may be compensated if you make a purchase.'],
])('has the sentence that %s requires in the default disclosure', (host, sentence) => {
  expect(formatDefaultDisclosure([host, 'lamps.example', host], 'en')).toBe(
    `Ad: links on this page are affiliate links. The owner may earn a commission when you buy. ${sentence}`,
  )
})

it('lists a wording per country with the sentences that the shops require', () => {
  const german = listDisclosureWordings(['amazon.de']).find(({ language }) => language === 'de')

  expect(german).toMatchObject({ label: 'Werbung' })
  expect(german?.text).toMatch(/^Werbung: .* Als Amazon-Partner verdiene ich an qualifizierten Verkäufen\.$/)
  expect(listDisclosureWordings().map(({ label }) => label)).toEqual(expect.arrayContaining(['Ad', 'Paid link', 'Publicité']))
})

const shops = [
  ...Object.keys(amazonMarkets).map((market) => `www.amazon.${market}`),
  'ebay.de',
  'ebay.com',
  'de.aliexpress.com',
  'lamps.example',
]

it('writes each disclosure in one language, for any shops', () => {
  const splitSentences = (text: string) => text.split(/(?<=\.) |(?<=。)(?=.)/)
  const byLanguage = Map.groupBy(listDisclosureWordings(shops), ({ language }) => language.slice(0, 2))
  for (const [language, wordings] of byLanguage) {
    const others = [...byLanguage]
      .filter(([other]) => other !== language)
      .flatMap(([, texts]) => texts.flatMap(({ text }) => splitSentences(text)))
    for (const { text } of wordings) {
      expect(others.filter((sentence) => text.includes(sentence))).toEqual([])
    }
  }
  const withoutShops = listDisclosureWordings().map(({ text }) => splitSentences(text).length)
  expect(listDisclosureWordings(shops).map(({ text }) => splitSentences(text).length)).toEqual(withoutShops.map((count) => count + 2))
  expect([...byLanguage.keys()].toSorted()).toEqual(Object.keys(pageLanguages).toSorted())
  const english = byLanguage.get('en')?.flatMap(({ text }) => splitSentences(text)) ?? []
  expect(splitSentences(formatDefaultDisclosure(shops, 'en')).filter((sentence) => !english.includes(sentence))).toEqual([])
  expect(
    splitSentences(formatLinkDisclosure(shops, 'en'))
      .slice(-2)
      .filter((sentence) => !english.includes(sentence)),
  ).toEqual([])
})

it('appends the sentences of Amazon and eBay in its language to each wording for retailers', () => {
  const findWording = (language: string) => listRetailerWordings().find((wording) => wording.language === language)?.text
  expect(findWording('fr')).toMatch(/^Publicité.*En tant que Partenaire Amazon.*En tant que Partenaire eBay/)
  expect(findWording('en-GB')).toMatch(/^Ad.*As an Amazon Associate I earn from qualifying purchases\. As an eBay Partner/)
})
