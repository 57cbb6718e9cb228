// Finds the end of an address in prose. Some characters always end an address. Other characters can belong to the
// address or to the sentence: letters of scripts that are written without spaces, their punctuation, apostrophes and
// bars. For a link to a shop, the address ends where it first leads to a page of the shop.

const neverInUrl = /[\s\p{Cc}\p{Cf}\p{Extended_Pictographic}<>"`^\\{}…«»“”„‟‹›‘]|[\uFE00-\uFE0F]|\u20E3|(?![\0-\x7F])\p{S}/u
const ambiguous =
  /(?:['|\uFF00-\uFFEF]|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]|(?![\0-\x7F])\p{P})+/gu
const trailing = /(?:[.,;:!?*'|]|(?![\0-\x7F])\p{P})+$/u
/**
 * Matches the start of another link that follows without a space. After `=` or `/`, an address is part of the link
 * before it.
 */
const nextLink = /(?<![=/])https?:\/\/|[,;|](?=(?:[a-z0-9-]+\.)+[a-z]{2,}\/)/gi
const hostInside = /(?:[a-z0-9-]+\.)+[a-z]{2,}\//i
/** Matches a search parameter at the end. Its value can be words in any script. */
const wordsParameter = /[?&](?:k|keywords|field-keywords|_nkw|searchtext|q|i)=[^&]*$/i
/** Matches a parameter at the end whose value never contains commas. */
const idParameter = /[?&](?:tag|th|psc|linkid|linkcode|language|campid|customid)=[\w-]*$/i
/**
 * Maximum number of possible ends that are tried, beginning with the first. An address has more possible ends only if
 * text follows it without a space.
 */
const maxReadings = 20
/** The characters that a short link can contain. */
const shortLink = /^(?:https?:\/\/)?[a-z0-9.-]+\/[\w./?=&%#+@-]*/i

/** The kind of page that a shop link leads to. `short` is a short link of any service, whose destination is unknown. */
export interface ShopPage {
  kind: 'product' | 'list' | 'short'
}

type ShopPageFinder = (text: string) => ShopPage | undefined

export function findLinkEnd(description: string, start: number, findShopPage: ShopPageFinder): number {
  const run = cutRun(description.slice(start))
  const before = description[start - 1] ?? ''
  const read = (length: number) => trimPunctuation(run.slice(0, length), before)
  const cuts = listCuts(run)
  for (const cut of cuts) {
    if (hostInside.test(run.slice(cuts[0], cut))) break
    const text = read(cut)
    const page = findShopPage(text)
    if (page?.kind === 'short') return start + trimPunctuation(shortLink.exec(text)?.[0] ?? text, before).length
    if (page !== undefined && isWhole(page, run, cut)) return start + text.length
  }
  return start + read(findEndOfWords(run)).length
}

/** Returns the text up to the first character that no URL contains, or up to the next link. */
function cutRun(text: string): string {
  const end = text.search(neverInUrl)
  const run = end === -1 ? text : text.slice(0, end)
  const next = new RegExp(nextLink)
  next.lastIndex = 'http'.length
  return run.slice(0, next.exec(run)?.index)
}

/**
 * Returns the possible ends of the address: before each comma, semicolon or stretch of ambiguous characters, and at the
 * end of the text.
 */
function listCuts(run: string): number[] {
  const cuts = [...run.matchAll(/[,;]/g), ...run.matchAll(ambiguous)].map(({ index }) => index).sort((one, other) => one - other)
  return [...cuts.slice(0, maxReadings), run.length]
}

/**
 * Returns whether an address of a shop page ends at the cut. It does not if the text after the cut continues the
 * address.
 */
function isWhole({ kind }: ShopPage, run: string, cut: number): boolean {
  const [text, rest] = [run.slice(0, cut), run.slice(cut)]
  if (rest === '') return true
  if (text.includes('?'))
    return !wordsParameter.test(text) && !/^[^&]*&[\w.%-]+=/.test(rest) && (!/^[,;]/.test(rest) || idParameter.test(text))
  if (/^[^?]*\?[\w-]+=/.test(rest)) return false
  if (kind === 'product') return true
  return !/\/[a-z0-9]/i.test(rest) && !(/[/_=+%-]$/.test(text) && /^\p{L}/u.test(rest))
}

/**
 * Returns the end of an address that does not lead to a shop. Letters of scripts without spaces belong to the address
 * if they begin a part of its path or query.
 */
function findEndOfWords(run: string): number {
  const pathStart = run.indexOf('/', run.indexOf('://') + 3)
  for (const { 0: stretch, index } of run.matchAll(ambiguous)) {
    const letters = /^[\p{L}\p{M}\p{N}]*/u.exec(stretch)?.[0].length ?? 0
    const isInside = pathStart !== -1 && index > pathStart && /[/=+_%&-]/.test(run[index - 1] ?? '')
    if (!isInside) return index
    if (letters < stretch.length) return index + letters
  }
  return run.length
}

const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/**
 * Removes characters that belong to the sentence around the address: punctuation at the end, brackets without a
 * counterpart, and a remark in brackets.
 */
function trimPunctuation(text: string, before: string): string {
  let link = text
  for (let length = -1; length !== link.length; ) {
    length = link.length
    link = cutUnbalanced(link)
      .replace(/(?<=[a-z0-9])(?:\([^()]*\)|\[[^[\]]*\])$/i, '')
      .replace(trailing, '')
    if (/[_~-]/.test(before) && link.endsWith(before)) link = link.slice(0, -1)
  }
  return link
}

/** Returns the text up to the first bracket without a counterpart. */
function cutUnbalanced(text: string): string {
  const open: { bracket: string; index: number }[] = []
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (character === '(' || character === '[') open.push({ bracket: character, index })
    const opening = closing[character]
    if (opening === undefined) continue
    if (open.pop()?.bracket !== opening) return text.slice(0, index)
  }
  return text.slice(0, open[0]?.index)
}
