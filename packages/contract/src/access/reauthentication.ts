const recentSignInMinutes = 15

/** If the last sign-in is longer ago than this, some calls ask the user to confirm who they are. */
export const recentSignInMs = recentSignInMinutes * 60_000

/** How a user can confirm who they are. With `provider`, the user signs in again at another identity provider. */
export const reauthenticationMethods = ['password', 'passkey', 'provider'] as const

export const reauthenticationMessages = {
  required: `Confirm that it is you: you signed in more than ${recentSignInMinutes} minutes ago.`,
  title: "Confirm it's you",
  explanation: `You signed in more than ${recentSignInMinutes} minutes ago. Enter your password to continue.`,
  explanationWithCode: `You signed in more than ${recentSignInMinutes} minutes ago. Enter your password and a code to continue.`,
  explanationWithoutPassword: `You signed in more than ${recentSignInMinutes} minutes ago. Sign in again to continue.`,
  atProvider: 'You sign in there and come back to this page. What you typed here is lost, so repeat it then.',
  confirmed: 'You confirmed that it is you',
  repeat: 'Now repeat what you wanted to do.',
  otherWay: 'See how you can confirm',
  failed: 'Your password could not be checked',
  usePasskey: 'Use a passkey',
  passkeyFailed: 'Your passkey could not be checked',
  noPasskeyUsed: 'No passkey was used. Try again, or confirm in another way.',
} as const

export const codeMessages = {
  hint: 'From your authenticator app, or a recovery code.',
  required: 'Enter the code from your authenticator app, or a recovery code.',
  wrong: 'This code is wrong, or it was already used. Enter the code that your app shows now.',
} as const
