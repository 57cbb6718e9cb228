// The form of a short name. Its sentences load with the field that shows them, not with every first visit.
import { buttonSegment } from './short-paths.ts'

/** The longest short name, in bytes of UTF-8, and the most segments between its slashes. */
export const slugMaxBytes = 200
export const slugSegmentsMax = 8

/**
 * A segment: letters of any script, each with its marks, digits and six signs. The two alternatives share no character,
 * so that the expression takes linear time.
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
 * Returns why no link can have this short name, or undefined. The name is in NFC, as schemas and the reader of requests
 * write it. Every name of the earlier form, `[A-Za-z0-9_-]{1,64}`, has this one too.
 */
export function findSlugProblem(slug: string): string | undefined {
  // No character has more bytes than three times its length in UTF-16, and none has fewer bytes than that length.
  if (slug.length > slugMaxBytes || (slug.length * 3 > slugMaxBytes && utf8.encode(slug).length > slugMaxBytes)) return slugMessages.tooLong
  if (slug === '') return slugMessage
  const segments = slug.split('/')
  if (segments.includes('')) return slugMessages.emptySegment
  if (segments.length > slugSegmentsMax) return slugMessages.tooManySegments
  if (!segments.every((segment) => segmentPattern.test(segment)) || invisibleLetter.test(slug)) return slugMessage
  // Browsers remove such segments from an address.
  if (segments.some((segment) => /^\.+$/.test(segment))) return slugMessages.dots
  if (slug.endsWith('+')) return slugMessages.plus
  return segments.includes(buttonSegment, 1) ? slugMessages.button : undefined
}

const utf8 = new TextEncoder()
