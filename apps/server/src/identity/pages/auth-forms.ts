import { accountPath, joinPath, type SignUpMode } from '@linkshelf/contract'
import { html } from 'hono/html'
import type { Markup, Page } from '../../layout/index.ts'
import { confirmEmailPath } from '../emails/email-jobs.ts'
import { aboutLinkshelf, legalLinks, signUpsNotice } from './auth-notices.ts'
import {
  emailField,
  type FormState,
  fixedEmailField,
  forgotPasswordLink,
  formMessage,
  fullNameField,
  newPasswordField,
  pageScript,
  passwordField,
} from './form-fields.ts'
import { type ProviderChoice, providerButtonStyle, providerButtons } from './provider-buttons.ts'

const noProviders: ProviderChoice = { providers: [], isOnly: false }

interface SignInPageOptions {
  /** The name of the page that follows, instead of the dashboard. */
  destination?: string | undefined
  /** Undefined if this site has no passkeys. */
  passkeyForm?: PasskeyForm | undefined
  choice?: ProviderChoice
}

/**
 * Renders the sign-in page. It offers to create an account only if everyone can create one, because invited people have
 * a link to the form.
 */
export function signInPage(
  signUps: SignUpMode,
  state: FormState = {},
  { destination = '', passkeyForm, choice = noProviders }: SignInPageOptions = {},
): Page {
  const hasEmail = Boolean(state.typed?.email)
  return formPage(state, {
    heading: 'Welcome to Linkshelf',
    lead: `${aboutLinkshelf} ${signUps === 'open' && !choice.isOnly ? 'Sign in or create an account.' : 'Sign in with your account.'}`,
    action: '/auth/signin',
    providers: { choice, fields: { to: destination } },
    fields: [
      ...(destination === '' ? [] : [destinationField(destination)]),
      emailField(state, { isFirst: !hasEmail, offersPasskeys: passkeyForm !== undefined }),
      passwordField(state, { isFirst: hasEmail, aside: forgotPasswordLink }),
    ],
    button: 'Sign in',
    ...(passkeyForm && { passkeyForm }),
    footer: signUps === 'open' ? html`New to Linkshelf? <a href="/auth/signup">Create an account</a>` : html`${signUpsNotice(signUps)}`,
    legal: legalLinks,
  })
}

/** Renders the sign-up page. It shows `minLength`, the minimum length of a password in characters. */
export function signUpPage(minLength: number, state: FormState = {}, choice: ProviderChoice = noProviders): Page {
  return formPage(state, {
    heading: 'Create your account',
    lead: 'Short links, accurate statistics and a store page. Free to start.',
    action: '/auth/signup',
    providers: { choice },
    fields: [fullNameField(state), emailField(state, { isFirst: false }), newPasswordField(state, minLength)],
    button: 'Create account',
    footer: html`Already have an account? <a href="/auth/signin">Sign in</a>`,
    legal: legalLinks,
  })
}

interface JoinForm {
  invitation: { email: string; organization_name: string }
  token: string
  minLength: number
  choice?: ProviderChoice
}

/**
 * Renders the page on which an invited person creates an account. The invitation contains the address and confirms it.
 */
export function joinPage({ invitation, token, minLength, choice = noProviders }: JoinForm, state: FormState = {}): Page {
  const { email, organization_name: organization } = invitation
  return formPage(state, {
    heading: `Join ${organization}`,
    lead: `${aboutLinkshelf} Create your account to accept the invitation. You get an organization of your own too.`,
    action: joinPath,
    fields: [tokenField(token), fixedEmailField(email), fullNameField(state), newPasswordField(state, minLength)],
    button: 'Create account and join',
    providers: { choice, fields: { invitation: token } },
    legal: legalLinks,
  })
}

/** Renders the page that sends a link to set a password. Signed-in users can have an account without a password. */
export function forgotPage(state: FormState = {}, { isSignedIn = false } = {}): Page {
  return formPage(state, {
    heading: isSignedIn ? 'Set a password' : 'Forgot your password?',
    lead: 'Enter your email address and we will send you a link to set a new password.',
    action: '/auth/forgot',
    fields: [emailField(state)],
    button: 'Send link',
    footer: isSignedIn
      ? html`<a href="${accountPath}">Back to your account</a>`
      : html`Remember your password? <a href="/auth/signin">Sign in</a>`,
  })
}

export function resetPage({ token, minLength }: { token: string; minLength: number }, state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Set a new password',
    lead: 'You will be signed out on every device.',
    action: '/auth/reset',
    fields: [tokenField(token), newPasswordField(state, minLength, { label: 'New password', isFirst: true })],
    button: 'Set new password',
  })
}

export function confirmPage(token: string, state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Confirm your account',
    lead: 'Enter the password you chose when you signed up.',
    action: '/auth/confirm',
    fields: [tokenField(token), passwordField(state, { isFirst: true })],
    button: 'Create my account',
    footer: html`Forgot your password? <a href="/auth/signup">Sign up again</a>`,
  })
}

interface ConfirmEmail {
  email: string
  token: string
  /** How the user proves that the account is theirs. Undefined if the user has to sign in first. */
  proof: 'password' | 'sign-in' | undefined
  /** Whether a forgotten password can be reset. */
  canReset: boolean
}

/**
 * Renders the page that confirms an address. It links to the password reset: if another person signed up with this
 * address, its owner can't sign in to the account.
 */
export function confirmEmailPage({ email, token, proof, canReset }: ConfirmEmail, state: FormState = {}): Page {
  const stranger = html`Did someone else sign up with your address? <a href="/auth/forgot">Set a new password</a>`
  if (proof === undefined)
    return {
      heading: 'Confirm your email address',
      body: html`<p class="lead">First sign in to the account of <strong>${email}</strong> in this browser. Then open the link in the email again.</p>
      <div class="actions"><a class="button" href="/auth/signin">Sign in</a></div>
      ${canReset ? html`<p class="else">${stranger}</p>` : ''}`,
    }
  return formPage(state, {
    heading: 'Confirm your email address',
    lead:
      proof === 'password'
        ? 'Enter the password of your account. Every other device is signed out.'
        : 'You are signed in to this account. Every device is signed out, and you sign in once more.',
    action: confirmEmailPath,
    fields: [tokenField(token), fixedEmailField(email), ...(proof === 'password' ? [passwordField(state, { isFirst: true })] : [])],
    button: 'Confirm email address',
    ...(canReset && { footer: stranger }),
  })
}

/** A form that is sent with a passkey's answer, and the script that it needs. */
export interface PasskeyForm {
  markup: Markup
  script: string
}

interface Form {
  heading: string
  lead: string | Markup
  action: string
  fields: (Markup | '')[]
  button: string
  /** Whether the button removes something. */
  isDestructive?: boolean
  /** A second form, below the first. */
  passkeyForm?: PasskeyForm
  /** Other identity providers, and the fields of their form. */
  providers?: { choice: ProviderChoice; fields?: Record<string, string> }
  footer?: Markup
  legal?: Markup
}

/**
 * Renders a page with a form. Only the server validates (`novalidate`), so that every browser shows the same messages
 * in the same place.
 */
export function formPage(state: FormState, form: Form): Page {
  const { heading, lead, action, fields, button, isDestructive = false, passkeyForm, providers, footer, legal } = form
  const { choice = noProviders, fields: providerFields } = providers ?? {}
  return {
    heading,
    isError: Object.keys(state.errors ?? {}).length > 0,
    style: choice.providers.length === 0 ? '' : providerButtonStyle,
    script: pageScript + (passkeyForm?.script ?? ''),
    body: html`<p class="lead">${lead}</p>
      ${formMessage(state)}
      ${
        choice.isOnly
          ? ''
          : html`<form method="post" action="${action}" novalidate>
        ${fields}
        <button class="${isDestructive ? 'button danger' : 'button'}" type="submit">${button}</button>
      </form>`
      }
      ${passkeyForm?.markup ?? ''}
      ${providerButtons(choice, providerFields)}
      ${footer === undefined || choice.isOnly ? '' : html`<p class="else">${footer}</p>`}
      ${legal ?? ''}`,
  }
}

function destinationField(destination: string): Markup {
  return html`<input type="hidden" name="to" value="${destination}">`
}

export function tokenField(token: string): Markup {
  return html`<input type="hidden" name="token" value="${token}">`
}
