// Settings and messages of accounts. They are separate from the schemas, because every first load of the dashboard
// contains them.

export const languages = ['en'] as const
export const themes = ['system', 'light', 'dark'] as const

/** Side lengths of the files of a user's picture, in pixels. */
export const avatarSides = [64, 128, 256] as const

/** Path of all user pictures on the app's origin. */
export const avatarPath = '/avatars/'

/** A user is reminded this many days before their account is deleted. */
export const accountReminderDays = 1
/**
 * If a user is the last owner of an organization with other members, the deletion of their account is postponed by this
 * many days.
 */
export const accountPostponementDays = 7

export const profileMessages = {
  settingUpdated: 'Setting Updated',
  pictureRequired: 'Choose a picture',
  pictureUpdated: 'Picture updated',
  pictureRemoved: 'Picture removed',
  pictureFailed: 'Your picture could not be saved',
} as const

export const confirmationMessages = {
  limits: 'Until then you can’t create API keys, invite people or connect retailers.',
  sendAgain: 'Send again',
  sent: 'Email sent',
  confirmed: 'Your email address is confirmed',
  sendFailed: 'The email could not be sent. Please try again.',
} as const

export const accountDeletionMessages = {
  scheduled: 'Deletion scheduled',
  canceled: 'Deletion canceled',
  cancelFailed: 'The deletion could not be canceled. Please try again.',
  deleteFailed: 'Failed to delete account',
  loadFailed: 'Your organizations could not be loaded',
} as const

export const passwordMessages = {
  changed: 'Password changed',
  changeFailed: 'Your password could not be changed',
  currentRequired: 'Enter your current password',
  tooShort: (minLength: number) => `Use at least ${minLength} characters.`,
} as const
