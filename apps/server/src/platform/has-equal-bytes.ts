import { timingSafeEqual } from 'node:crypto'

/**
 * Compares two signatures. The time does not depend on their bytes, so that nobody can guess a signature byte by byte.
 */
export function hasEqualBytes(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
