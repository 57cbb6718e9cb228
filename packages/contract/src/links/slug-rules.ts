// The form of a slug. This file is loaded with the field that shows its messages, not on every first visit.
import { buttonSegment } from './short-paths.ts'

/** Maximum length of a slug in bytes of UTF-8, and maximum number of its segments. */
export const slugMaxBytes = 200
export const slugSegmentsMax = 8

/**
 * Pattern of a segment: letters of any script with their marks, digits, and the signs `.`, `_`, `~`, `+` and `-`. The
 * alternatives share no character, so that matching takes linear time.
 */
const segmentPattern = /^(?:[0-9._~+-]|\p{L}\p{M}*)+$/u
const invisibleLetter = /\p{Default_Ignorable_Code_Point}/u

export const slugMessage = 'Use only letters, digits and . _ ~ + -, with / between parts'

export const slugMessages = {
  tooLong: `Use at most ${slugMaxBytes} characters; letters other than a to z count as two or more`,
  tooManySegments: `Use at most ${slugSegmentsMax} parts, separated by slashes`,
  emptySegment: 'Remove slashes at the beginning and the end, and use one slash between parts',
  dots: "A part can't consist only of dots",
  plus: "A short name can't end in +, because + opens the preview of a link",
  button: 'Only the first part can be "go"',
} as const

/**
 * Returns why no link can have this slug; undefined if a link can. The slug must be in NFC. Every slug that earlier
 * versions allowed, `[A-Za-z0-9_-]{1,64}`, is valid.
 */
export function findSlugProblem(slug: string): string | undefined {
  // The number of UTF-8 bytes is between the length in UTF-16 and three times that length. So short slugs are not
  // encoded.
  if (slug.length > slugMaxBytes || (slug.length * 3 > slugMaxBytes && utf8.encode(slug).length > slugMaxBytes)) return slugMessages.tooLong
  if (slug === '') return slugMessage
  const segments = slug.split('/')
  if (segments.includes('')) return slugMessages.emptySegment
  if (segments.length > slugSegmentsMax) return slugMessages.tooManySegments
  if (!segments.every((segment) => segmentPattern.test(segment)) || invisibleLetter.test(slug)) return slugMessage
  // Browsers remove the segments `.` and `..` from an address, so no visitor would reach the link. Segments with more
  // dots are rejected too.
  if (segments.some((segment) => /^\.+$/.test(segment))) return slugMessages.dots
  if (slug.endsWith('+')) return slugMessages.plus
  return segments.includes(buttonSegment, 1) ? slugMessages.button : undefined
}

const utf8 = new TextEncoder()
