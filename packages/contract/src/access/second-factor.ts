/** Messages of errors about organizations whose owners require a second factor. */
export const secondFactorMessages = {
  needed: 'This organization requires a second factor. Set up two-step sign-in or a passkey for your account first.',
  missing: 'Set up two-step sign-in or a passkey for your own account first.',
} as const

/** Texts of the setting that requires a second factor. */
export const secondFactorRuleMessages = {
  required: 'Members need two-step sign-in, a passkey, or a sign-in with an identity provider.',
  optional: 'Two-step sign-in, a passkey, or a sign-in with an identity provider protects more than a password alone.',
  turnedOn: 'Second factor required',
  turnedOff: 'Second factor no longer required',
  failed: 'The setting could not be changed',
} as const

/** What counts as a second factor of a member. An identity provider counts, because it guards its own accounts. */
export const secondFactors = ['totp', 'passkey', 'provider'] as const

export type SecondFactor = (typeof secondFactors)[number]

export const secondFactorNames: Readonly<Record<SecondFactor, string>> = {
  totp: 'Two-step sign-in',
  passkey: 'Passkey',
  provider: 'Provider',
}
