import { secondFactorPath } from '@linkshelf/contract'
import { html } from 'hono/html'
import type { Markup, Page } from '../../layout/index.ts'
import { requestResetPath, stopResetPath } from '../codes/second-factor-emails.ts'
import { formPage, tokenField } from './auth-forms.ts'
import { type FormState, passwordField } from './form-fields.ts'

/** The page for users without phone and recovery codes. It follows the right password. */
export const lostDevicePath = '/auth/code/lost'

export function lostDevicePage(state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Lost your device?',
    lead: 'If you have a recovery code, use it. If not, we email you a link that turns two-step sign-in off after three days. Until then, we warn you on every device, in case it was not you.',
    action: lostDevicePath,
    fields: [],
    button: 'Send link',
    footer: html`<a href="/auth/code?with=recovery">Use a recovery code</a>`,
  })
}

export const resetLinkSentPage: Page = {
  heading: 'Check your email',
  body: html`<p class="lead">We have sent a link to the email address of your account. Open it within an hour.</p>
    <p class="hint">No email? Check your spam folder.</p>
    <div class="actions"><a class="button" href="/auth/signin">Go to sign in</a></div>`,
}

interface StartReset {
  token: string
  asksPassword: boolean
}

/** Renders the page that starts the reset. Opening it changes nothing, because mail scanners open links too. */
export function startResetPage({ token, asksPassword }: StartReset, state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Reset two-step sign-in?',
    lead: `In three days, two-step sign-in is turned off and every device is signed out.${asksPassword ? ' Enter your password to start.' : ''}`,
    action: requestResetPath,
    fields: [tokenField(token), ...(asksPassword ? [passwordField(state, { isFirst: true })] : [])],
    button: 'Start the reset',
    ...(asksPassword && {
      footer: html`You did not ask for this? <a href="/auth/forgot">Set a new password</a>, because someone knows yours.`,
    }),
  })
}

export function resetStartedPage(dueAt: Date): Page {
  return {
    heading: 'The reset has started',
    body: html`<p class="lead">Two-step sign-in will be turned off on ${formatDay(dueAt)}. Then you sign in without a code.</p>
      <p class="hint">Did you find your device or a recovery code? Sign in with it, and the reset stops.</p>
      <div class="actions"><a class="button" href="/auth/signin">Go to sign in</a></div>`,
  }
}

/** Renders the page that stops the reset. Opening it changes nothing. */
export function stopResetPage(token: string, state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Stop the reset of two-step sign-in?',
    lead: 'Your account keeps two-step sign-in.',
    action: stopResetPath,
    fields: [tokenField(token)],
    button: 'Stop the reset',
  })
}

export const resetStoppedPage: Page = {
  heading: 'The reset was stopped',
  body: html`<p class="lead">Your account keeps two-step sign-in. If you did not start the reset, someone knows your password.</p>
    <div class="actions"><a class="button" href="/auth/forgot">Set a new password</a><a class="button quiet" href="/auth/signin">Go to sign in</a></div>`,
}

export const resetLinkExpiredPage: Page = {
  heading: 'This link no longer works',
  isError: true,
  body: html`<p class="lead">The link was already used, has expired, or the reset was stopped.</p>
    <div class="actions"><a class="button" href="/auth/signin">Go to sign in</a></div>`,
}

/** Renders the warning that a reset has begun, with the button that stops it. */
export function resetWarning(dueAt: Date): Markup {
  return html`<div class="notice wrong" role="status">
        <p>Someone who knows your password asked to turn two-step sign-in off without a code. This happens on ${formatDay(dueAt)}.</p>
        <form method="post" action="${secondFactorPath}/stop-reset"><button class="small" type="submit">Stop the reset</button></form>
      </div>`
}

function formatDay(instant: Date): string {
  return `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(instant)} UTC`
}
