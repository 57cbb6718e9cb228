import fc from 'fast-check'

/** For example, RANDOM_TEST_FACTOR=20 tries 20 times as many random cases. */
const factor = Number(process.env.RANDOM_TEST_FACTOR ?? 1)

export function computeRandomRuns(usual: number): number {
  return Math.ceil(usual * factor)
}

/**
 * Without RANDOM_TEST_FACTOR, the cases are the same in each run. With it, each run has other cases, or the cases of
 * RANDOM_TEST_SEED.
 */
export const randomSeed: number = factor === 1 ? 1 : Number(process.env.RANDOM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))

/**
 * Any code point, even if no character is assigned to it. The table of fast-check's own `binary` unit takes seconds to
 * build.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code))
