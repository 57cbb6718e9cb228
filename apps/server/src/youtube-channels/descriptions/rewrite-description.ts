import { requiredSentences } from '@linkshelf/contract'
import { findLinks } from './find-links.ts'
import type { VideoText } from './video-text.ts'

/** YouTube's limit for the description of a video: YouTube Data API, `videos` resource, `snippet.description`. */
const maxBytes = 5_000

export interface Replacement {
  /** The offset in UTF-16 code units. */
  start: number
  end: number
  text: string
}

/** Replaces parts of a description. The replacements are in the order of their offsets and do not overlap. */
export function replaceLinks(description: string, replacements: readonly Replacement[]): string {
  let position = 0
  const parts: string[] = []
  for (const { start, end, text } of replacements) {
    if (start < position || end < start || end > description.length) throw new RangeError('Replacements overlap or are out of order')
    parts.push(description.slice(position, start), text)
    position = end
  }
  return parts.join('') + description.slice(position)
}

/** Returns whether YouTube accepts this text as a description. */
export function fitsYoutube(description: string): boolean {
  return Buffer.byteLength(description, 'utf8') <= maxBytes && !/[<>]/.test(description)
}

/** Phrases that disclose paid links, in the languages of the marketplaces. */
const disclosures = [
  /affiliate|affiliation|affilié|paid links?\b|\bas an (?:amazon )?associate|ebay partner|\bi (?:may )?(?:earn|get|receive) (?:a|small|some) .{0,20}commission/i,
  /#(?:ad|werbung|anzeige|publicité|publi|pr|reklam|광고|협찬)(?![\p{L}\p{N}])/iu,
  /partner-?links?\b|provisions?-?links?\b|als amazon-partner|provision|\b(?:anzeige|werbung)\b/i,
  /liens? (?:sponsorisé|partenaire|rémunéré)|partenaire amazon|afilia[dtç]|affiliat|afiliac|linki? partnersk|współprac/i,
  /ortakl[ıi][kğ]|komisyon|reklam|партн[её]рск|реферальн|реклама/i,
  /アフィリエイト|アソシエイト|広告|プロモーション|제휴|파트너스|수수료|联盟|返利|佣金|推广链接|聯盟|分潤/,
  /عمولة|تسويق بالعمولة|أفيلييت|एफिलिएट|कमीशन|שותפים|עמלה/,
]

/**
 * Adds a disclosure above the first line with a link, where visitors see it first. If the description has a disclosure
 * or no link, it does not change.
 */
export function addDisclosure(description: string, line: string): string {
  const isDisclosed = [line, ...requiredSentences].some((sentence) => description.includes(sentence))
  if (isDisclosed || disclosures.some((words) => words.test(description))) return description
  const link = /https?:\/\//i.exec(description)
  if (link === null) return description
  const lineStart = description.lastIndexOf('\n', link.index) + 1
  return `${description.slice(0, lineStart)}${line}\n${description.slice(lineStart)}`
}

export interface TextPlan {
  text: VideoText
  /** The number of replaced links. Each occurrence counts. */
  replaced: number
  /** Whether YouTube accepts all rewritten descriptions. */
  fits: boolean
}

interface TextRules {
  /** Returns the short URL that replaces a link, by the link's text. Undefined if the link is not replaced. */
  shortUrlOf(original: string): string | undefined
  /** The disclosure to add if links are replaced and the description has no disclosure. If null, none is added. */
  disclosure: string | null
  isOwn(url: string): boolean
}

/** Replaces the links in a video's description and its translations. */
export function planText(before: VideoText, rules: TextRules): TextPlan {
  let replaced = 0
  const plan = (description: string): string => {
    const replacements = findLinks(description, rules.isOwn).flatMap(({ start, end, original }) => {
      const text = rules.shortUrlOf(original)
      return text === undefined ? [] : [{ start, end, text }]
    })
    replaced += replacements.length
    if (replacements.length === 0) return description
    const rewritten = replaceLinks(description, replacements)
    return rules.disclosure === null ? rewritten : addDisclosure(rewritten, rules.disclosure)
  }
  const description = plan(before.description)
  const translations = Object.fromEntries(Object.entries(before.translations).map(([language, text]) => [language, plan(text)]))
  // If a text does not change, it is not checked, because the owner wrote it.
  const rewritten = [
    [before.description, description],
    ...Object.keys(translations).map((language) => [before.translations[language], translations[language]]),
  ]
  const fits = rewritten.every(([from, to]) => from === to || fitsYoutube(to ?? ''))
  return { text: { description, translations }, replaced, fits }
}
