import { passwordMinLength } from '@linkshelf/contract'
import { isCommonPassword } from './common-passwords.ts'

const passwordMaxLength = 128

export const passwordMessages = {
  short: `Use at least ${passwordMinLength} characters.`,
  long: `Use at most ${passwordMaxLength} characters.`,
  common: 'This password is too common. Choose a different one.',
  personal: 'This password is too similar to your name or email address. Choose a different one.',
} as const

/**
 * Returns why a password can't be used, or undefined. Length is counted in Unicode code points after NFKC normalization. No digits or symbols are
 * required (NIST SP 800-63B-4, 3.1.1.2).
 */
export function passwordProblem(password: string, user: { email: string; fullName: string }): string | undefined {
  const text = password.normalize('NFKC')
  const length = [...text].length
  if (length < passwordMinLength) return passwordMessages.short
  if (length > passwordMaxLength) return passwordMessages.long
  if (isPersonal(text, user)) return passwordMessages.personal
  return isCommonPassword(text) ? passwordMessages.common : undefined
}

function isPersonal(password: string, { email, fullName }: { email: string; fullName: string }): boolean {
  const plain = password.toLowerCase()
  const [localPart = ''] = email.toLowerCase().split('@')
  return [email.toLowerCase(), localPart, fullName.toLowerCase(), fullName.toLowerCase().replaceAll(/\s/g, '')].includes(plain)
}
