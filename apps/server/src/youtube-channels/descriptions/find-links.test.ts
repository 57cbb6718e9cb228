import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { measureProcessorMs } from '../../../test/measure-time-growth.ts'
import { findLinks } from './find-links.ts'

const isOwn = (url: string) => new URL(url).hostname === 'sho.rt'

interface MarkedDescription {
  language: string
  text: string
  links: { start: number; end: number; original: string }[]
}

/** Reads descriptions by language. `---` separates descriptions, and each link is between ⟦ and ⟧. */
function readCorpus(): MarkedDescription[] {
  const folder = fileURLToPath(new URL('../../../test/youtube-descriptions/', import.meta.url))
  return readdirSync(folder).flatMap((file) =>
    readFileSync(folder + file, 'utf8')
      .trimEnd()
      .split('\n---\n')
      .map((marked) => ({ language: file.replace('.txt', ''), ...readMarks(marked) })),
  )
}

function readMarks(marked: string): Pick<MarkedDescription, 'text' | 'links'> {
  let text = ''
  const links: MarkedDescription['links'] = []
  for (const part of marked.split(/(⟦[^⟧]*⟧)/)) {
    const original = /^⟦(.*)⟧$/s.exec(part)?.[1]
    if (original !== undefined) links.push({ start: text.length, end: text.length + original.length, original })
    text += original ?? part
  }
  return { text, links }
}

it('finds exactly the links of descriptions in seventeen languages, with their offsets', () => {
  const corpus = readCorpus()
  const counts = new Map<string, { descriptions: number; expected: number; found: number; right: number }>()
  const wrong: object[] = []
  for (const { language, text, links } of corpus) {
    const found = findLinks(text, isOwn).map(({ start, end, original }) => ({ start, end, original }))
    const right = found.filter((link) => links.some(({ start, end }) => start === link.start && end === link.end)).length
    const count = counts.get(language) ?? { descriptions: 0, expected: 0, found: 0, right: 0 }
    counts.set(language, {
      descriptions: count.descriptions + 1,
      expected: count.expected + links.length,
      found: count.found + found.length,
      right: count.right + right,
    })
    if (right < links.length || right < found.length) wrong.push({ language, links: links.map(toText), found: found.map(toText) })
  }
  const total = [...counts.values()].reduce((sum, count) => ({
    descriptions: sum.descriptions + count.descriptions,
    expected: sum.expected + count.expected,
    found: sum.found + count.found,
    right: sum.right + count.right,
  }))
  const [precision, recall] = [total.right / total.found, total.right / total.expected]
  console.log(
    `${total.descriptions} descriptions, ${counts.size} languages, ${total.expected} links: precision ${precision}, recall ${recall}`,
  )

  expect(wrong).toEqual([])
  expect({ precision, recall }).toEqual({ precision: 1, recall: 1 })
  expect(total.descriptions).toBeGreaterThanOrEqual(150)
})

function toText({ original }: { original: string }): string {
  return original
}

const lamp = 'https://www.amazon.de/dp/B07FZ8S74R?tag=mia-21'
const wrapInRedirect = (url: string) =>
  `https://www.youtube.com/redirect?event=video_description&q=${encodeURIComponent(url)}&v=abcdefghijk`

it.each<[text: string, target: string, group: string, isShortUrl?: boolean]>([
  ['amazon.de/dp/B07FZ8S74R', 'https://amazon.de/dp/B07FZ8S74R', 'amazon'],
  [lamp, lamp, 'amazon'],
  ['HTTP://AMAZON.DE/dp/B07FZ8S74R', 'http://amazon.de/dp/B07FZ8S74R', 'amazon'],
  [wrapInRedirect(lamp), lamp, 'amazon'],
  [wrapInRedirect(wrapInRedirect(lamp)), lamp, 'amazon'],
  [wrapInRedirect('https://amzn.to/3abc'), 'https://amzn.to/3abc', 'amazon', true],
  ['youtube.com/redirect?q=https%3A%2F%2Febay.us%2Fx1', 'https://ebay.us/x1', 'ebay', true],
  ['https://s.click.aliexpress.com/e/_DkX3vQp', 'https://s.click.aliexpress.com/e/_DkX3vQp', 'aliexpress', true],
  ['https://bit.ly/3abc', 'https://bit.ly/3abc', 'other', true],
  ['https://maker.example/lamp', 'https://maker.example/lamp', 'other'],
  ['https://müller.example/angebot', 'https://xn--mller-kva.example/angebot', 'other'],
  ['https://www.amazon.de/hz/wishlist/ls/2ABC', 'https://www.amazon.de/hz/wishlist/ls/2ABC', 'other'],
  ['https://www.amazon.de/?tag=mia-21', 'https://www.amazon.de/?tag=mia-21', 'amazon'],
  ['https://amazon.de.evil.example/dp/B07FZ8S74R', 'https://amazon.de.evil.example/dp/B07FZ8S74R', 'other'],
])('returns the destination and group of %s', (text, target, group, isShortUrl = false) => {
  expect(findLinks(`a ${text} b`, isOwn)).toEqual([{ start: 2, end: 2 + text.length, original: text, target, group, isShortUrl }])
})

it.each([
  ['a link of this instance', 'https://sho.rt/lamp'],
  ['a link of this instance behind YouTube', wrapInRedirect('https://sho.rt/lamp')],
  ['YouTube', 'https://www.youtube.com/watch?v=abcdefghijk https://youtu.be/abcdefghijk'],
  ['a redirect of YouTube to no page', wrapInRedirect('javascript:alert(1)')],
  ['a host alone', 'amazon.de ebay.com/ bit.ly www.amazon.com'],
  ['a shortener without a name', 'https://bit.ly/'.slice(8)],
  ['an address with a password', 'https://mia:secret@www.amazon.de/dp/B07FZ8S74R'],
  ['an address inside a path without a scheme', 'web.example/amazon.de/dp/B07FZ8S74R'],
  ['an address that is longer than a destination may be', `https://www.amazon.de/${'ä'.repeat(350)}/dp/B07FZ8S74R`],
])('finds nothing in %s', (_name, text) => {
  expect(findLinks(text, isOwn)).toEqual([])
})

it('reads a long text of hosts, brackets and letters without spaces in linear time', () => {
  for (const part of ['a.', 'amazon.de/', '(', '[(', 'https://', 'あ', "'あ", 'aあ,']) {
    const text = part.repeat(5_000 / part.length)
    const work = () => [text, `https://www.amazon.co.jp/${text}`].map((one) => findLinks(one, isOwn))
    expect(measureProcessorMs(work)).toBeLessThan(500)
  }
})
