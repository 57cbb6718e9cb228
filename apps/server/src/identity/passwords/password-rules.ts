import { passwordMinLength } from '@linkshelf/contract'
import { isCommonPassword } from './common-passwords.ts'
import { toComparable, withoutEnding } from './comparable-password.ts'

const passwordMaxLength = 128

export const passwordMessages = {
  short: `Use at least ${passwordMinLength} characters.`,
  long: `Use at most ${passwordMaxLength} characters.`,
  common: 'This password is too common. Choose a different one.',
  personal: 'This password is too similar to your name or email address. Choose a different one.',
} as const

/** Whose password it is: their own name and address are no secret. */
export interface PasswordOwner {
  email: string
  fullName: string
}

/**
 * Returns why a password can't be used, or undefined. Length is counted in Unicode code points after NFKC normalization. No digits or symbols are
 * required (NIST SP 800-63B-4, 3.1.1.2).
 */
export function passwordProblem(password: string, user: PasswordOwner): string | undefined {
  const text = password.normalize('NFKC')
  const length = [...text].length
  if (length < passwordMinLength) return passwordMessages.short
  if (length > passwordMaxLength) return passwordMessages.long
  if (isPersonal(text, user)) return passwordMessages.personal
  return isCommonPassword(text) ? passwordMessages.common : undefined
}

/** The whole name or address, a word of either with at least three characters, and each of them with a year or a few digits and signs behind it. */
function isPersonal(password: string, { email, fullName }: PasswordOwner): boolean {
  const [address, name] = [toComparable(email), toComparable(fullName)]
  const [localPart = ''] = address.split('@')
  const words = [...name.split(/\s+/), ...localPart.split(/[^\p{L}\p{N}]+/u)].filter((word) => [...word].length >= 3)
  const personal = new Set([address, localPart, name, name.replaceAll(/\s/g, ''), ...words])
  const plain = toComparable(password)
  return personal.has(plain) || personal.has(withoutEnding(plain))
}
