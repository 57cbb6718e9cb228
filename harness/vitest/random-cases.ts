import fc from 'fast-check'

/** For example, RANDOM_TEST_FACTOR=20 tries 20 times as many random cases. */
const factor = Number(process.env.RANDOM_TEST_FACTOR ?? 1)

export function computeRandomRuns(usual: number): number {
  return Math.ceil(usual * factor)
}

/** The same cases each time, unless more are tried: then others each time, or those of RANDOM_TEST_SEED. */
export const randomSeed: number = factor === 1 ? 1 : Number(process.env.RANDOM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** A character, assigned or not. The table of fast-check's own `binary` unit takes seconds to build. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code))
