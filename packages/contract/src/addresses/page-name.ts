/** Last path segments that do not name the page, for example in `https://shop.example/product?id=7`. */
const nameless = new Set(['default', 'home', 'index', 'item', 'product', 'products', 'shop', 'watch'])

/**
 * Returns the name of a page as its URL's path spells it: "Brass desk lamp" for
 * `https://shop.example/brass-desk-lamp/dp/B000000001/ref=sr_1_1`. Ids and parameters in the path are no names. Returns
 * undefined if the path contains no name.
 */
export function findPageName(url: string): string | undefined {
  const segments = new URL(url).pathname.split('/').map((segment) => decodeSegment(segment).replace(/;.*/s, ''))
  const names = segments.filter((segment) => segment !== '' && !segment.includes('=')).map(splitWords)
  const last = names.at(-1) ?? []
  // A word before the last segment is often not a name, for example "listing" in `/listing/1234`.
  const words = isName(last) ? last : names.findLast((one) => one.length > 1 && isName(one))
  const name = words?.join(' ')
  return name === name?.toLowerCase() ? name?.replace(/^./u, (letter) => letter.toUpperCase()) : name
}

/** Returns the words of a path segment, without its file extension and without numbers that are ids. */
function splitWords(segment: string): string[] {
  return segment
    .normalize('NFC')
    .replace(/\.(html?|php|aspx?|jsp)$/i, '')
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => word !== '' && !/\d{5}/.test(word))
}

/** Returns whether one of the words is in natural language. Codes such as `B00X` and `aXbYc` are not. */
function isName(words: readonly string[]): boolean {
  if (words.length === 1 && nameless.has(words[0]?.toLowerCase() ?? '')) return false
  return words.some((word) => /^(\p{Lu}?\p{Ll}{2,}|\p{Lu}{3,}|\p{Lo}[\p{Lo}\p{M}]+)$/u.test(word))
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return '' // The segment is not valid UTF-8.
  }
}
