import { accountPath, codeMessages, reauthenticationMessages } from '@linkshelf/contract'
import { html } from 'hono/html'
import type { Markup, Page } from '../../layout/index.ts'
import { confirmAddressPath, undoAddressPath } from '../email-change/email-change-emails.ts'
import { formPage, tokenField } from './auth-forms.ts'
import { toConfirmUserPath } from './confirm-user-forms.ts'
import { disconnectPath } from './disconnect-provider-forms.ts'
import {
  accountField,
  codeField,
  type FormState,
  formMessage,
  fullNameField,
  newEmailField,
  pageScript,
  passwordField,
} from './form-fields.ts'
import { passkeySection, passkeyStyle, type ShownPasskeys } from './passkey-forms.ts'
import { secondFactorSection } from './second-factor-forms.ts'

const profilePath = '/settings/profile'

export interface ShownAccount {
  fullName: string
  email: string
  /** The new address of a change that is not confirmed yet. */
  pendingEmail: string | undefined
  /** Whether sign-ins need a code after the password. */
  hasSecondFactor: boolean
  /** When a reset that has begun turns two-step sign-in off. */
  resetDueAt: Date | undefined
  /**
   * How the user confirms a change of the address: with the password in the form or, if the account has no password, on
   * another page. Undefined if the sign-in is recent.
   */
  confirmation: 'password' | 'page' | undefined
  /** Whether the account has other ways to confirm than the password. */
  hasOtherWays: boolean
  /** Undefined if passkeys can't be used here. */
  shownPasskeys: ShownPasskeys | undefined
  /** The user's accounts at other identity providers. */
  providerAccounts: readonly ShownProviderAccount[]
  hasPassword: boolean
  /** Whether users sign in only with other identity providers. */
  isProviderOnly: boolean
}

export interface ShownProviderAccount {
  /** The id in the address of the page that disconnects the account. */
  id: string
  /** The text of the provider's button or, if the provider is no longer configured, its host. */
  label: string
  /** The address of the account at the provider. */
  email: string | null
}

/** The state of the page's two forms, and the notice above them. */
export interface AccountPageState {
  notice?: string | undefined
  name?: FormState
  email?: FormState
}

/** Renders the page on which a user changes the name and the email address. */
export function accountPage(account: ShownAccount, { notice, name = {}, email = {} }: AccountPageState = {}): Page {
  const { fullName, pendingEmail, shownPasskeys } = account
  return {
    heading: 'Your account',
    isError: [name, email].some(({ errors = {} }) => Object.keys(errors).length > 0),
    style: accountStyle + passkeyStyle,
    script: pageScript,
    body: html`<p class="lead">The name that others see, and how you sign in.</p>
      ${formMessage({ notice })}
      <section aria-labelledby="name-heading">
        <h2 id="name-heading">Name</h2>
        ${formMessage(name)}
        <form method="post" action="${accountPath}/name" novalidate>
          ${fullNameField({ typed: { full_name: fullName }, ...name }, { isFirst: false })}
          <button class="button" type="submit">Save name</button>
        </form>
      </section>
      <section aria-labelledby="email-heading">
        <h2 id="email-heading">Email address</h2>
        <p class="hint">${account.hasPassword ? 'You sign in with' : 'We send emails to'} <strong>${account.email}</strong>.</p>
        ${pendingEmail === undefined ? '' : pendingChange(pendingEmail)}
        ${formMessage(email)}
        ${account.confirmation === 'page' ? confirmFirst : emailForm(account, email)}
      </section>
      ${shownPasskeys === undefined ? '' : passkeySection(shownPasskeys)}
      ${secondFactorSection(account)}
      <section aria-labelledby="methods-heading">
        <h2 id="methods-heading">Ways to sign in</h2>
        ${signInMethods(account)}
      </section>
      <p class="else ways"><a href="${profilePath}">Back to your settings</a><a href="/">Go to the dashboard</a></p>`,
  }
}

function signInMethods(account: ShownAccount): Markup {
  const { isProviderOnly, providerAccounts } = account
  if (isProviderOnly && providerAccounts.length === 0)
    return html`<p class="hint">Your account is not connected with an identity provider. To connect it, sign out, and sign in with the provider.</p>`
  return html`<ul class="methods">
          ${passwordItem(account)}
          ${passkeysItem(account)}
          ${providerAccounts.map(providerItem)}
        </ul>`
}

function emailForm({ email, confirmation, hasOtherWays, hasSecondFactor }: ShownAccount, state: FormState): Markup {
  const needsPassword = confirmation === 'password'
  return html`<form method="post" action="${accountPath}/email" novalidate>
          ${newEmailField(state)}
          ${needsPassword ? html`${accountField(email)}${passwordField(state, { label: 'Current password', ...(hasOtherWays && { aside: otherWay }) })}` : ''}
          ${needsPassword && hasSecondFactor ? codeField(state, { isFirst: false, hint: codeMessages.hint }) : ''}
          <button class="button" type="submit">Change email address</button>
        </form>`
}

function passwordItem({ hasPassword, isProviderOnly }: ShownAccount): Markup | '' {
  if (isProviderOnly) return ''
  return hasPassword
    ? html`<li>Password <a href="${profilePath}">Change password</a></li>`
    : html`<li>No password <a href="/auth/forgot">Set a password</a></li>`
}

function passkeysItem({ shownPasskeys }: ShownAccount): Markup | '' {
  const count = shownPasskeys?.isAvailable ? shownPasskeys.passkeys.length : 0
  if (count === 0) return ''
  return html`<li>${count === 1 ? '1 passkey' : `${count} passkeys`} <a href="#passkeys-heading">Manage passkeys</a></li>`
}

function providerItem({ id, label, email }: ShownProviderAccount): Markup {
  return html`<li>
            <span id="provider-${id}">${label} <span class="hint">${email ?? ''}</span></span>
            <a href="${disconnectPath}?id=${id}" aria-describedby="provider-${id}">Disconnect</a>
          </li>`
}

const confirmPath = toConfirmUserPath(accountPath)
const otherWay = html`<a href="${confirmPath}">Confirm in another way</a>`
const confirmFirst = html`<p class="hint">You signed in a while ago, so confirm that it is you before you change the address.</p>
        <div class="actions"><a class="button quiet" href="${confirmPath}">${reauthenticationMessages.title}</a></div>`

function pendingChange(email: string) {
  return html`<div class="notice" role="status">
          <p>We have sent a link to <strong>${email}</strong>. Open it within 24 hours to change your address. No email? Check your spam folder, or enter the address again.</p>
          <form method="post" action="${accountPath}/email/cancel"><button class="small" type="submit">Cancel this change</button></form>
        </div>`
}

const accountStyle = `
section{margin-top:1.75rem;padding-top:1.5rem;border-top:1px solid var(--line)}
h2{margin:0;font-size:1.0625rem;line-height:1.35;letter-spacing:-.01em}
h2+.hint{margin-top:.375rem}
section form{margin-top:1rem}
.notice p{margin:0}
.notice form{margin-top:.5rem}
.notice .small{justify-self:start;min-height:1.75rem}
.methods{margin:.75rem 0 0;padding:0;list-style:none}
.hint+.hint{margin-top:.5rem}
.methods li{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0;overflow-wrap:anywhere}
.methods a{flex:none}
.methods .hint{display:block}
`

export interface NewAddress {
  token: string
  email: string
  /** Whether the form needs the password, because the browser is not signed in as the account's user. */
  needsPassword: boolean
}

/** Renders the page that confirms a new address. Opening it changes nothing, because mail scanners open links too. */
export function confirmAddressPage({ token, email, needsPassword }: NewAddress, state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Confirm your new email address',
    lead: html`Your account will use <strong>${email}</strong>. Your other devices are signed out.`,
    action: confirmAddressPath,
    fields: [tokenField(token), ...(needsPassword ? [passwordField(state, { label: 'Password of your account', isFirst: true })] : [])],
    button: 'Confirm email address',
    footer: html`You did not ask for this? Close this page, and nothing changes.`,
  })
}

export function addressChangedPage({ email, isUndoable }: { email: string; isUndoable: boolean }): Page {
  return {
    heading: 'Your email address was changed',
    body: html`<p class="lead">From now on you sign in with <strong>${email}</strong>. Your other devices were signed out.</p>
      ${isUndoable ? html`<p class="hint">Your earlier address gets an email. For seven days, it can undo the change.</p>` : ''}
      <div class="actions"><a class="button" href="/">Continue to the dashboard</a></div>`,
  }
}

export const confirmAddressExpiredPage: Page = {
  heading: 'This link no longer works',
  isError: true,
  body: html`<p class="lead">The link was already used, is older than 24 hours, or was replaced or canceled. Or the address has its own account now.</p>
    <div class="actions"><a class="button" href="${accountPath}">Go to your account</a></div>`,
}

/** Renders the page that undoes a change of the address. Opening it changes nothing. */
export function undoAddressPage({ token, formerEmail }: { token: string; formerEmail: string }, state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Undo the change of your email address?',
    lead: html`Your account will use <strong>${formerEmail}</strong> again. Every device is signed out, all your API keys and passkeys end, and you set a new password.`,
    action: undoAddressPath,
    fields: [tokenField(token)],
    button: 'Undo the change',
  })
}

export const undoAddressExpiredPage: Page = {
  heading: 'This link no longer works',
  isError: true,
  body: html`<p class="lead">The link was already used, or it is older than seven days. If the change was undone, set a new password to sign in.</p>
    <div class="actions"><a class="button" href="/auth/forgot">Set a new password</a><a class="button quiet" href="/auth/signin">Sign in</a></div>`,
}
