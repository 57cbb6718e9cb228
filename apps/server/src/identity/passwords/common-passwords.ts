import { readFileSync } from 'node:fs'
import { isInBloomFilter } from './bloom-filter.ts'
import { isMadeOf, toComparable, withoutEnding, withoutSigns } from './comparable-password.ts'
import { isKeyboardWalk, wellKnownPhrases } from './well-known-phrases.ts'

/**
 * The 150,000 most common passwords of six characters and more, from lists of leaked ones:
 * scripts/build-common-passwords.ts writes it and names its source.
 */
const commonPasswords = readFileSync(new URL('common-passwords.bloom', import.meta.url))

/** The product's names. */
export const productWords = ['linkshelf', 'link shelf']

/**
 * Ignores case. A common password with a year or a few digits and signs behind it is as common, and so is one with
 * spaces and signs between its letters, or one that is repeated. At most one in 2,500 other passwords is rejected too.
 */
export function isCommonPassword(password: string): boolean {
  const plain = toComparable(password)
  if (isMadeOf(plain, productWords) || isMadeOf(plain, wellKnownPhrases)) return true
  if (isSequence(plain) || isRepetition(plain) || isKeyboardWalk(plain) || isKeyboardWalk(plain.replaceAll(' ', ''))) return true
  const letters = withoutSigns(plain)
  return [plain, withoutEnding(plain), letters, repeatedPart(letters)].some((text) => isInBloomFilter(commonPasswords, text))
}

/** 12345678, 87654321, abcdefgh, 00000000: each character has the same distance from the one before; 0 follows 9. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.charCodeAt(0))
  const steps = new Set(codes.slice(1).map((code, index) => stepBetween(codes[index] ?? 0, code)))
  return steps.size === 1 && [0, 1, -1].includes([...steps][0] ?? 2)
}

function stepBetween(before: number, after: number): number {
  const [zero, nine] = [48, 57]
  if (before === nine && after === zero) return 1
  return before === zero && after === nine ? -1 : after - before
}

/** abab, xyzxyz: one to three characters repeated. */
function isRepetition(text: string): boolean {
  return /^(.{1,3}?)\1+$/s.test(text)
}

/** The shortest part that the text repeats; the text itself when it repeats none. */
function repeatedPart(text: string): string {
  return /^(.+?)\1+$/s.exec(text)?.[1] ?? text
}
