import * as mini from 'zod/mini'

const oddCharacters = { error: 'Use letters and other visible characters', abort: true }

/** Text of a user. It has no NUL and no lone surrogates: PostgreSQL cannot store them. */
export const text = mini.string().check(mini.refine((written) => !written.includes('\0') && written.isWellFormed(), oddCharacters))

/** Trimmed text with at least one visible character; `missing` is the message for text without any. */
export function visibleText(missing: string) {
  return text.check(
    mini.trim(),
    mini.minLength(1, { error: missing, abort: true }),
    mini.refine((written) => isVisible(written), { error: missing }),
  )
}

/** The name of something: visible text on one line. */
export function nameText(missing: string) {
  return visibleText(missing).check(mini.refine((written) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(written), oddCharacters))
}

/** Marks, spaces and joiners alone are invisible; so are the letters and signs that stand for a blank. */
export function isVisible(written: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(written)
}
