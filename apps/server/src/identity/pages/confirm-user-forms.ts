import { accountPath, codeMessages, confirmUserPath, type PasskeyRequest, reauthenticationMessages } from '@linkshelf/contract'
import { html } from 'hono/html'
import type { Markup, Page } from '../../layout/index.ts'
import { accountField, codeField, type FormState, forgotPasswordLink, formMessage, pageScript, passwordField } from './form-fields.ts'
import { passkeyConfirmForm } from './passkey-forms.ts'
import { providerButtonStyle } from './provider-buttons.ts'

/** Returns the path of the page on which a signed-in user confirms who they are, and that continues at `next`. */
export function toConfirmUserPath(next: string): string {
  return `${confirmUserPath}?${new URLSearchParams({ next })}`
}

export interface ConfirmUser {
  /** The path that follows the confirmation. */
  next: string
  /** The address of the account. */
  email: string
  /** Whether the user has a password, and can use it here. */
  hasPassword: boolean
  /** Undefined if the user has no passkey, or can't use it here. */
  options: PasskeyRequest | undefined
  /** The identity providers at which the user has an account. */
  providers: readonly { key: string; button: string }[]
  /** Whether the password and the providers need a code. */
  hasSecondFactor: boolean
  /** Whether a forgotten password can be reset. */
  canReset: boolean
}

/** Renders the page on which a signed-in user confirms who they are, in one of the ways that the account has. */
export function confirmUserPage(user: ConfirmUser, state: FormState = {}): Page {
  const { next, hasPassword, hasSecondFactor, options, providers } = user
  const passkeyForm = options && passkeyConfirmForm(options, next)
  const hasWay = hasPassword || providers.length > 0 || passkeyForm !== undefined
  const { title, explanation, explanationWithCode, explanationWithoutPassword } = reauthenticationMessages
  const lead = !hasPassword ? explanationWithoutPassword : hasSecondFactor ? explanationWithCode : explanation
  return {
    heading: title,
    isError: Object.keys(state.errors ?? {}).length > 0,
    style: `${providerButtonStyle}form .or{margin:0}`,
    script: pageScript + (passkeyForm?.script ?? ''),
    body: html`<p class="lead">${lead}</p>
      ${formMessage(state)}
      ${hasPassword || providers.length > 0 ? confirmForm(user, state) : ''}
      ${passkeyForm?.markup ?? ''}
      ${hasWay ? '' : withoutWay(user)}
      <p class="else">${next.startsWith('/auth/') ? html`<a href="${accountPath}">Back to your account</a>` : html`<a href="${next}">Back without confirming</a>`}</p>`,
  }
}

/** Renders one form for the password and for the providers, because both need the code. */
function confirmForm({ next, email, hasPassword, providers, hasSecondFactor }: ConfirmUser, state: FormState): Markup {
  return html`<form method="post" action="${confirmUserPath}" novalidate>
        <input type="hidden" name="next" value="${next}">
        ${hasPassword ? html`${accountField(email)}${passwordField(state, { isFirst: true, aside: forgotPasswordLink })}` : ''}
        ${hasSecondFactor ? codeField(state, { isFirst: !hasPassword, hint: codeMessages.hint }) : ''}
        ${hasPassword ? html`<button class="button" type="submit">Continue</button>` : ''}
        ${hasPassword && providers.length > 0 ? html`<p class="or"><span>or</span></p>` : ''}
        ${providers.map(
          ({ key, button }, at) =>
            html`<button class="${hasPassword || at > 0 ? 'button quiet' : 'button'}" type="submit" name="provider" value="${key}" formaction="${confirmUserPath}/provider">${button}</button>`,
        )}
      </form>`
}

/** Renders the next step if the account has no password, passkey or identity provider that can be used here. */
function withoutWay({ canReset }: ConfirmUser): Markup {
  return canReset
    ? html`<p class="hint">Your account has no password. Set one first: you get an email with a link.</p>
      <div class="actions"><a class="button" href="/auth/forgot">Set a password</a></div>`
    : html`<div class="actions"><a class="button" href="/auth/signin?to=account">Sign in again</a></div>`
}
