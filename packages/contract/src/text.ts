import { z } from 'zod'

const oddCharacters = { error: 'Use letters and other visible characters', abort: true }

/** What people write. NUL and halves of characters are in no text of anybody's, and no database keeps them. */
export const text = z.string().refine((written) => !written.includes('\0') && written.isWellFormed(), oddCharacters)

/** Text that shows something; `missing` is said of text that doesn't. */
export function visibleText(missing: string) {
  return text.trim().min(1, { error: missing, abort: true }).refine(isVisible, { error: missing })
}

/** The name of something: visible, and on one line. */
export function nameText(missing: string) {
  return visibleText(missing).refine((written) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(written), oddCharacters)
}

/** Marks, spaces and joiners alone show nothing; nor do the letters and signs that stand for an empty place. */
export function isVisible(written: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(written)
}
