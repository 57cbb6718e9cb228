import { requiredSentences } from '@linkshelf/contract'
import { findLinks } from './find-links.ts'
import type { VideoText } from './video-text.ts'

/** The limits of YouTube Data API, `videos` resource, `snippet.description`. */
const maxBytes = 5_000

export interface Replacement {
  /** Offsets in UTF-16 units. */
  start: number
  end: number
  text: string
}

/** Replaces parts of a description by their offsets in it; they are in order, and do not overlap. */
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

/** Returns whether YouTube takes this text as a description. */
export function fitsYoutube(description: string): boolean {
  return Buffer.byteLength(description, 'utf8') <= maxBytes && !/[<>]/.test(description)
}

/** How creators say that links are paid ones, in the languages of the marketplaces. */
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
 * Adds a disclosure above the first line with a link, where visitors see it first; a description that has one, or
 * no link, stays as it is.
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
  /** Links that are replaced, counted as often as they occur. */
  replaced: number
  /** Whether YouTube takes every description. */
  fits: boolean
}

interface TextRules {
  /** The short URL that a link, as it is written, becomes; undefined for one that stays. */
  shortUrlOf(original: string): string | undefined
  /** Added where links are replaced and no disclosure is; null adds none. */
  disclosure: string | null
  isOwn(url: string): boolean
}

/** A video's description and its translations with short links. */
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
  // A text that stays as it is is not ours to reject.
  const rewritten = [
    [before.description, description],
    ...Object.keys(translations).map((language) => [before.translations[language], translations[language]]),
  ]
  const fits = rewritten.every(([from, to]) => from === to || fitsYoutube(to ?? ''))
  return { text: { description, translations }, replaced, fits }
}
