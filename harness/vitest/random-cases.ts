import fc from 'fast-check'

/** For example, RANDOM_TEST_FACTOR=20 tries 20 times as many random cases. */
const factor = Number(process.env.RANDOM_TEST_FACTOR ?? 1)

export function computeRandomRuns(usual: number): number {
  return Math.ceil(usual * factor)
}

/**
 * The seed of random tests. Without RANDOM_TEST_FACTOR, each run tries the same cases. With it, each run tries
 * different cases. To repeat the cases of an earlier run, set RANDOM_TEST_SEED too.
 */
export const randomSeed: number = factor === 1 ? 1 : Number(process.env.RANDOM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))

/**
 * Any code point, even if no character is assigned to it. fast-check's own `binary` unit is not used, because its table
 * takes seconds to build.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code))
