import { passwordMinLength } from './sign-in.ts'

export const languages = ['en'] as const
export const themes = ['system', 'light', 'dark'] as const

export const profileMessages = { settingUpdated: 'Setting Updated' } as const

export const passwordMessages = {
  changed: 'Password changed',
  changeFailed: 'Your password could not be changed',
  currentRequired: 'Enter your current password',
  tooShort: `Use at least ${passwordMinLength} characters.`,
} as const
