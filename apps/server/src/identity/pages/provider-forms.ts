import { html } from 'hono/html'
import type { Page } from '../../layout/index.ts'
import type { ProviderRejection } from '../other-providers/sign-in-with-provider.ts'
import { formPage } from './auth-forms.ts'
import { type FormState, fixedEmailField, forgotPasswordLink, passwordField } from './form-fields.ts'
import { joinAccountPath } from './provider-buttons.ts'

/** What the sign-in page says if another provider's user can't sign in here. */
export const rejectionMessages: Record<Exclude<ProviderRejection, 'account disabled' | 'no sign-ups'>, string> = {
  'address missing': 'Your identity provider did not send your email address, which an account needs. Ask the operator of this Linkshelf.',
  'address of another domain': 'Accounts with your email address can’t sign in here. Use your work account, or ask the operator.',
  'address not verified':
    'Your identity provider has not verified your email address, and the address has an account here. Verify it there, or sign in another way.',
  'address reserved': 'Your email address belonged to another account until recently. Try again in seven days.',
  'invitation for another address':
    'The invitation is for another email address. Use the account with that address, or ask for a new invitation.',
}

export interface JoinedAccount {
  /** The address of the existing account. */
  email: string
  /** The text of the provider's button. */
  button: string
  /** False if the browser has recently signed in to the account. */
  needsPassword: boolean
  /** Whether a forgotten password can be reset. */
  canReset: boolean
}

/** Renders the page on which the user of another provider proves that the account with the same address is theirs. */
export function joinAccountPage({ email, button, needsPassword, canReset }: JoinedAccount, state: FormState = {}): Page {
  const why = needsPassword
    ? 'This address has an account already. Enter its password once, to show that it is yours.'
    : 'You are signed in to the account with this address.'
  return formPage(state, {
    heading: 'Connect your account',
    lead: `${why} From then on, you can sign in with “${button}”.`,
    action: joinAccountPath,
    fields: [
      fixedEmailField(email),
      ...(needsPassword ? [passwordField(state, { isFirst: true, ...(canReset && { aside: forgotPasswordLink }) })] : []),
    ],
    button: 'Connect and sign in',
    footer: needsPassword
      ? html`No password? <a href="/auth/signin?to=join">Sign in another way</a>`
      : html`Not your account? <a href="/auth/signin">Back to sign-in</a>`,
  })
}
