import { passwordMessages as contractMessages } from '@linkshelf/contract'
import { isCommonPassword, isMadeOfWords, productWords, toComparable } from './common-passwords.ts'

const passwordMaxLength = 128

export const passwordMessages = {
  short: contractMessages.tooShort,
  long: `Use at most ${passwordMaxLength} characters.`,
  common: 'This password is too common. Choose a different one.',
  revoked: 'This password may be known to somebody else. Choose a different one.',
  providerOnly: 'Here you sign in with your identity provider only, without a password.',
  personal: 'This password is too similar to your name or email address. Choose a different one.',
} as const

/** The user who sets the password. A password made of the user's name or address is easy to guess. */
export interface PasswordOwner {
  email: string
  fullName: string
}

/**
 * Returns why a password can't be used, or undefined. `minLength` is the operator's minimum. Length is counted in
 * Unicode code points after NFKC normalization. Digits and symbols are not required (NIST SP 800-63B-4, 3.1.1.2).
 */
export function findPasswordProblem(password: string, user: PasswordOwner, minLength: number): string | undefined {
  const text = password.normalize('NFKC')
  const length = [...text].length
  if (length < minLength) return passwordMessages.short(minLength)
  if (length > passwordMaxLength) return passwordMessages.long
  if (isPersonal(text, user)) return passwordMessages.personal
  return isCommonPassword(text) ? passwordMessages.common : undefined
}

/**
 * Returns whether the password is made of the user's name and address: of their parts in any order, with digits and
 * signs around them and perhaps the product's name. A part is the whole name, the local part, the domain, or one of
 * their words with at least three characters.
 */
function isPersonal(password: string, { email, fullName }: PasswordOwner): boolean {
  const [address, name] = [toComparable(email), toComparable(fullName)]
  const parts = [name, ...address.split('@')]
  const words = parts.flatMap((part) => part.split(/[^\p{L}\p{N}]+/u)).filter((word) => [...word].length >= 3)
  const personal = [...parts, ...words]
  const plain = toComparable(password)
  if (plain === address) return true
  return isMadeOfWords(plain, [...personal, ...productWords]) && !isMadeOfWords(plain, productWords)
}
