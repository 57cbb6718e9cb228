import { expect, it } from 'vitest'
import { defaultDisclosure, disclosureWordings, retailerWordings, shopName } from './disclosures.ts'

it.each([
  ['www.amazon.co.uk', 'Amazon'],
  ['amazon.com', 'Amazon'],
  ['amazon.com.evil.example', 'amazon.com.evil.example'],
  ['ebay.de', 'eBay'],
  ['de.aliexpress.com', 'AliExpress'],
  ['notamazon.de', 'notamazon.de'],
])('names the shop at %s %s', (host, name) => {
  expect(shopName(host)).toBe(name)
})

it.each([
  ['amazon.com', 'As an Amazon Associate I earn from qualifying purchases.'],
  ['www.amazon.com.au', 'As an Amazon Associate I earn from qualifying purchases.'],
  ['amazon.de', 'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.'],
  ['www.amazon.fr', 'En tant que Partenaire Amazon, je réalise un bénéfice sur les achats remplissant les conditions requises.'],
  ['ebay.co.uk', 'As an eBay Partner, I may be compensated if you make a purchase.'],
])('says by default what %s requires', (host, sentence) => {
  expect(defaultDisclosure([host, 'lamps.example', host])).toBe(
    `Ad: links on this page are affiliate links. The owner may earn a commission when you buy. ${sentence}`,
  )
})

it('offers a wording per country with what the shops require', () => {
  const german = disclosureWordings(['amazon.de']).find(({ language }) => language === 'de')

  expect(german).toMatchObject({ label: 'Werbung' })
  expect(german?.text).toMatch(/^Werbung: .* Als Amazon-Partner verdiene ich an qualifizierten Verkäufen\.$/)
  expect(disclosureWordings().map(({ label }) => label)).toEqual(expect.arrayContaining(['Ad', 'Paid link', 'Publicité']))
})

it('ends each wording for retailers with the sentence of the Amazon of its country', () => {
  const textOf = (language: string) => retailerWordings().find((wording) => wording.language === language)?.text
  expect(textOf('fr')).toMatch(/^Publicité.*En tant que Partenaire Amazon.*As an eBay Partner/)
  expect(textOf('en-GB')).toMatch(/^Ad.*As an Amazon Associate I earn from qualifying purchases\. As an eBay Partner/)
})
