import { passwordMinLength } from '@linkshelf/contract'
import { isCommonPassword } from './common-passwords.ts'

const passwordMaxLength = 128

export const passwordMessages = {
  short: `Use at least ${passwordMinLength} characters.`,
  long: `Use at most ${passwordMaxLength} characters.`,
  common: 'This password is among the first that others would try. Choose a less common one.',
  personal: 'This password is too close to your name or e-mail address. Choose a different one.',
} as const

/**
 * Why a password can't be used, or undefined. Length is counted in characters as people see code points, after Unicode has been brought to one
 * form (NFKC). What it is made of is free (NIST SP 800-63B-4, 3.1.1.2): no digits or signs are demanded.
 */
export function passwordProblem(password: string, person: { email: string; fullName: string }): string | undefined {
  const text = password.normalize('NFKC')
  const length = [...text].length
  if (length < passwordMinLength) return passwordMessages.short
  if (length > passwordMaxLength) return passwordMessages.long
  if (isPersonal(text, person)) return passwordMessages.personal
  return isCommonPassword(text) ? passwordMessages.common : undefined
}

function isPersonal(password: string, { email, fullName }: { email: string; fullName: string }): boolean {
  const plain = password.toLowerCase()
  const [localPart = ''] = email.toLowerCase().split('@')
  return [email.toLowerCase(), localPart, fullName.toLowerCase(), fullName.toLowerCase().replaceAll(/\s/g, '')].includes(plain)
}
