import { readFileSync } from 'node:fs'
import { isInBloomFilter } from './bloom-filter.ts'
import { isKeyboardWalk, wellKnownPhrases } from './well-known-phrases.ts'

/**
 * The 150,000 most common passwords of at least six characters, from lists of leaked passwords.
 * `scripts/build-common-passwords.ts` writes the file and names its source.
 */
const commonPasswords = readFileSync(new URL('common-passwords.bloom', import.meta.url))

export const productWords = ['linkshelf', 'link shelf']

/**
 * Returns whether a password is common, ignoring case. Also returns true for a common password that is followed by a
 * year or a few digits and signs, has spaces or signs between its letters, or is repeated. Wrongly returns true for at
 * most one in 2,500 other passwords.
 */
export function isCommonPassword(password: string): boolean {
  const plain = toComparable(password)
  if (isMadeOfWords(plain, productWords) || isMadeOfWords(plain, wellKnownPhrases)) return true
  if (isSequence(plain) || isRepetition(plain) || isKeyboardWalk(plain) || isKeyboardWalk(plain.replaceAll(' ', ''))) return true
  const letters = stripSigns(plain)
  return [plain, stripEnding(plain), letters, repeatedPart(letters)].some((text) => isInBloomFilter(commonPasswords, text))
}

/**
 * Returns whether each character has the same distance from the previous one: 0, 1 or -1. For example 12345678,
 * 87654321, abcdefgh or 00000000. 0 follows 9.
 */
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

/** Returns whether the text repeats one to three characters, for example abab or xyzxyz. */
function isRepetition(text: string): boolean {
  return /^(.{1,3}?)\1+$/s.test(text)
}

/** Returns the shortest part that the text repeats, or the text itself if nothing is repeated. */
function repeatedPart(text: string): string {
  return /^(.+?)\1+$/s.exec(text)?.[1] ?? text
}

/** Converts a password for comparison with lists and names. */
export function toComparable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/**
 * Removes a year, or up to three digits and signs, at the end: "summer2026!" becomes "summer". Takes comparable text.
 */
function stripEnding(plain: string): string {
  return plain.replace(/(?:(?:19|20)\d\d)?[\d!?.@#$*_-]{0,3}$/, '')
}

/** Removes spaces and signs, so "correct-horse" and "correct horse" become the same text. Takes comparable text. */
function stripSigns(plain: string): string {
  return plain.replace(/[\s\p{P}\p{S}]/gu, '')
}

const addedMax = 8

/**
 * Returns whether the text consists only of these words, with up to eight digits and signs around and between them;
 * spaces are ignored. For example, "2026-linkshelf!" consists of "linkshelf". Takes comparable text. Words without a
 * letter are ignored, because any number shares digits with another.
 */
export function isMadeOfWords(plain: string, words: Iterable<string>): boolean {
  const text = stripSigns(plain)
  const longestFirst = [...words]
    .map(stripSigns)
    .filter((word) => /\p{L}/u.test(word))
    .sort((one, other) => other.length - one.length)
  // A space replaces each word, so that the text around the word can't form another word.
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), text)
  const signs = plain.match(/[\p{P}\p{S}]/gu) ?? []
  const others = [...rest.replaceAll(' ', '')]
  return rest !== text && !/\p{L}/u.test(rest) && signs.length + others.length <= addedMax
}
