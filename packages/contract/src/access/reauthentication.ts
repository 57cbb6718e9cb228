const recentSignInMinutes = 15

/** If the last sign-in is longer ago than this, some calls ask the user to confirm who they are. */
export const recentSignInMs = recentSignInMinutes * 60_000

/** How a user can confirm who they are. */
export const reauthenticationMethods = ['password'] as const

export const reauthenticationMessages = {
  required: `Confirm that it is you: you signed in more than ${recentSignInMinutes} minutes ago.`,
  title: "Confirm it's you",
  explanation: `You signed in more than ${recentSignInMinutes} minutes ago. Enter your password to continue.`,
  failed: 'Your password could not be checked',
} as const
