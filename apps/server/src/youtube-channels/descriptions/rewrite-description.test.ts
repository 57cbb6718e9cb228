import { requiredSentences } from '@linkshelf/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findLinks } from './find-links.ts'
import { addDisclosure, fitsYoutube, type Replacement, replaceLinks } from './rewrite-description.ts'

const isOwn = (url: string) => new URL(url).hostname === 'sho.rt'

const pieces = fc.constantFrom(
  'https://amzn.to/3abc',
  'https://amzn.to/3abcd',
  'amazon.de/dp/B07FZ8S74R',
  'https://www.amazon.co.jp/鍋/dp/B07FZ8S74R?tag=mia-22',
  'https://maker.example/a_(b)',
  'https://sho.rt/lamp',
  ' ',
  '\n',
  '（',
  '）。',
  '「',
  '👉',
  '(',
  ')',
  'です',
  '‏',
  ', ',
  'mia@maker.example',
)
const descriptions = fc.array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 30 })

it('replaces links exactly: no replacement changes nothing, and reversing the replacements gives the original text', () => {
  fc.assert(
    fc.property(descriptions, (parts) => {
      const description = parts.join('')
      const links = findLinks(description, isOwn)
      expect(replaceLinks(description, [])).toBe(description)
      for (const { start, end, original } of links) expect(description.slice(start, end)).toBe(original)

      const replacements = links.map(({ start, end }, index) => ({ start, end, text: `https://sho.rt/${index}` }))
      const replaced = replaceLinks(description, replacements)
      expect(replaceLinks(replaced, reverse(replacements, description))).toBe(description)
    }),
    { numRuns: 1_000 },
  )
})

/** Returns replacements that undo the given replacements. */
function reverse(replacements: readonly Replacement[], description: string): Replacement[] {
  let shift = 0
  return replacements.map(({ start, end, text }) => {
    const moved = { start: start + shift, end: start + shift + text.length, text: description.slice(start, end) }
    shift += text.length - (end - start)
    return moved
  })
}

it('replaces the right link if another link begins with the same text', () => {
  const description = 'https://amzn.to/3abc https://amzn.to/3abcd https://amzn.to/3abc'
  const replacements = findLinks(description, isOwn).map((link, index) => ({ ...link, text: `https://sho.rt/${index}` }))
  expect(replaceLinks(description, replacements)).toBe('https://sho.rt/0 https://sho.rt/1 https://sho.rt/2')
})

it('rejects replacements that overlap or are outside the text', () => {
  const replaced = (...replacements: Replacement[]) => replaceLinks('abcdef', replacements)
  expect(() => replaced({ start: 0, end: 3, text: '' }, { start: 2, end: 4, text: '' })).toThrow(RangeError)
  expect(() => replaced({ start: 4, end: 7, text: '' })).toThrow(RangeError)
})

it("counts YouTube's limit in bytes, and rejects angle brackets", () => {
  expect(fitsYoutube('a'.repeat(5_000))).toBe(true)
  expect(fitsYoutube('a'.repeat(5_001))).toBe(false)
  expect(fitsYoutube('あ'.repeat(1_666))).toBe(true)
  expect(fitsYoutube('あ'.repeat(1_667))).toBe(false)
  expect(fitsYoutube('a < b')).toBe(false)
  expect(fitsYoutube('a > b')).toBe(false)
})

const line = 'Ad: links are affiliate links.'

it('adds a disclosure above the first line with a link', () => {
  expect(addDisclosure('Hi\n📷 Camera: https://sho.rt/a\nLens: https://sho.rt/b', line)).toBe(
    `Hi\n${line}\n📷 Camera: https://sho.rt/a\nLens: https://sho.rt/b`,
  )
  expect(addDisclosure('https://sho.rt/a', line)).toBe(`${line}\nhttps://sho.rt/a`)
  expect(addDisclosure(addDisclosure('https://sho.rt/a', line), line)).toBe(`${line}\nhttps://sho.rt/a`)
  expect(addDisclosure('No links', line)).toBe('No links')
})

it.each([
  'As an Amazon Associate I earn from qualifying purchases.',
  'I earn a small commission. #ad',
  'Paid links below',
  '*Affiliate-Links',
  'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
  'Werbung',
  'Die mit * markierten Links sind Provisionslinks',
  'En tant que Partenaire Amazon, je réalise un bénéfice',
  'Liens affiliés',
  'Los enlaces son de afiliado.',
  'Links de afiliado',
  'In qualità di Affiliato Amazon',
  'Linki afiliacyjne',
  'Satış ortaklığı linkleri',
  'Ссылки партнёрские',
  'Amazonアソシエイト',
  '파트너스 활동',
  '以上为联盟链接',
  'أحصل على عمولة',
  'ये एफिलिएट लिंक हैं',
  'קישורי שותפים',
])('recognizes “%s” as a disclosure', (words) => {
  const description = `${words}\nhttps://sho.rt/a`
  expect(addDisclosure(description, line)).toBe(description)
})

it.each(requiredSentences)('finds the required sentence “%s”', (sentence) => {
  const description = `${sentence}\nhttps://sho.rt/a`
  expect(addDisclosure(description, line)).toBe(description)
})

it.each(['My brother adds sugar', 'The ad break', 'Partner: Lena', 'Anzeigen kann man es auch', 'https://sho.rt/ad'])(
  'does not recognize “%s” as a disclosure',
  (words) => {
    expect(addDisclosure(`${words}\nhttps://sho.rt/a`, line)).toContain(line)
  },
)
