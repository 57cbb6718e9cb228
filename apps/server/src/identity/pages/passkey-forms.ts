import { accountPath, confirmUserPath, type PasskeyRequest } from '@linkshelf/contract'
import { html } from 'hono/html'
import type { Markup, Page } from '../../layout/index.ts'
import type { PasskeyRow } from '../tables/passkey-table.ts'
import { formPage, type PasskeyForm } from './auth-forms.ts'
import { type FormState, formMessage, pageScript, passkeyNameField } from './form-fields.ts'
import { getPasskeyScript } from './passkey-script.ts'
import { requiredFactorWarning } from './second-factor-forms.ts'

export const passkeysPath = `${accountPath}/passkeys`
interface PasskeyButton {
  kind: 'sign-in' | 'confirm'
  action: string
  label: string
  options: PasskeyRequest
  /** Other fields of the form. */
  hidden: Record<string, string>
}

/** Renders a button that asks for a passkey. It is hidden until a script runs in a browser with passkeys. */
function renderPasskeyButton({ kind, action, label, options, hidden }: PasskeyButton): PasskeyForm {
  const canceled = 'No passkey was used. Try again, or use another way.'
  const markup = html`<form method="post" action="${action}" class="passkey" data-passkey="${kind}" data-options="${JSON.stringify(options)}"
        data-canceled="${canceled}" hidden>
        <input type="hidden" name="answer" value="">
        ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        <button class="button quiet" type="submit">${label}</button>
        <p class="problem" role="alert"></p>
      </form>`
  return { markup, script: getPasskeyScript() }
}

/** Renders the button of the sign-in page. `destination` names the page that follows, instead of the dashboard. */
export function passkeySignInForm(options: PasskeyRequest, destination: string): PasskeyForm {
  const hidden: Record<string, string> = destination === '' ? {} : { to: destination }
  return renderPasskeyButton({ kind: 'sign-in', action: '/auth/signin/passkey', label: 'Sign in with a passkey', options, hidden })
}

/** Renders the button with which a signed-in user confirms who they are. `next` is the path that follows. */
export function passkeyConfirmForm(options: PasskeyRequest, next: string): PasskeyForm {
  return renderPasskeyButton({ kind: 'confirm', action: `${confirmUserPath}/passkey`, label: 'Use a passkey', options, hidden: { next } })
}

export interface ShownPasskeys {
  passkeys: readonly PasskeyRow[]
  /** Whether browsers offer passkeys for this site. */
  isAvailable: boolean
  /** The IANA time zone of the dates. */
  timeZone: string
}

/** Renders the section of the account page. */
export function passkeySection({ passkeys, isAvailable, timeZone }: ShownPasskeys): Markup {
  return html`<section aria-labelledby="passkeys-heading">
        <h2 id="passkeys-heading">Passkeys</h2>
        <p class="hint">Sign in with your fingerprint, face or screen lock, without a password.</p>
        ${passkeys.length === 0 ? '' : html`<ul class="passkeys">${passkeys.map((passkey) => passkeyItem(passkey, timeZone))}</ul>`}
        ${isAvailable ? addLink : html`<p class="hint">Passkeys can’t be used here, because they need https and a domain name in the address.</p>`}
      </section>`
}

const addLink = html`<div class="actions"><a class="button quiet" href="${passkeysPath}/new">Add a passkey</a></div>
        <noscript><p class="hint">Passkeys need JavaScript. Turn it on in your browser to add one.</p></noscript>`

function passkeyItem({ id, name, created_at, last_used_at, is_backed_up }: PasskeyRow, timeZone: string): Markup {
  const used = last_used_at === null ? 'never used' : html`last used ${formatDay(last_used_at, timeZone)}`
  return html`<li>
            <strong id="passkey-${id}">${name}</strong>
            <span class="hint">Added ${formatDay(created_at, timeZone)}, ${used} · ${is_backed_up ? 'Synced' : 'This device only'}</span>
            <span class="links">
              <a href="${passkeysPath}/rename?id=${id}" aria-describedby="passkey-${id}">Rename</a>
              <a href="${passkeysPath}/remove?id=${id}" aria-describedby="passkey-${id}">Remove</a>
            </span>
          </li>`
}

function formatDay(instant: Date, timeZone: string): Markup {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(instant)
  return html`<time datetime="${instant.toISOString()}">${day}</time>`
}

export const passkeyStyle = `
.passkeys{margin:1rem 0 0;padding:0;list-style:none}
.passkeys li{display:grid;gap:.125rem;padding:.75rem 0;border-top:1px solid var(--line)}
.passkeys li:last-child{border-bottom:1px solid var(--line)}
.passkeys strong{font-weight:600;overflow-wrap:anywhere}
.passkeys .links{display:flex;gap:1.25rem;font-size:.875rem;font-weight:600}
section .actions+noscript .hint{margin-top:.75rem}
`

/** Renders the page that adds a passkey. `options` is what the browser needs, as JSON. */
export function addPasskeyPage(
  { options, removedByConfirmation }: { options: object; removedByConfirmation: boolean },
  state: FormState,
): Page {
  return {
    heading: 'Add a passkey',
    isError: Object.keys(state.errors ?? {}).length > 0,
    script: pageScript + getPasskeyScript(),
    body: html`<p class="lead">Your browser asks where to save the passkey, and for your fingerprint, face or screen lock.</p>
      ${formMessage(state)}
      ${removedByConfirmation ? html`<p class="notice">Confirm your email address first: passkeys that are older than the confirmation are removed.</p>` : ''}
      <p class="notice" data-without-passkeys>Passkeys need JavaScript and a current browser.</p>
      <form method="post" action="${passkeysPath}/new" data-passkey="create" data-options="${JSON.stringify(options)}"
        data-canceled="No passkey was created. Try again." data-exists="This device has a passkey for your account already." novalidate hidden>
        <input type="hidden" name="answer" value="">
        ${passkeyNameField(state)}
        <button class="button" type="submit">Create passkey</button>
        <p class="problem" role="alert"></p>
      </form>
      <p class="else"><a href="${accountPath}">Back to your account</a></p>`,
  }
}

export function renamePasskeyPage({ id, name }: { id: string; name: string }, state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Rename this passkey',
    lead: html`The passkey is called <strong>${name}</strong> now.`,
    action: `${passkeysPath}/rename?id=${id}`,
    fields: [passkeyNameField({ typed: { name }, ...state })],
    button: 'Save name',
    footer: html`<a href="${accountPath}">Back to your account</a>`,
  })
}

interface RemovedPasskey {
  id: string
  name: string
  /** The names of organizations that require a second factor, if the passkey is the account's only second factor. */
  requiredBy: readonly string[]
}

export function removePasskeyPage({ id, name, requiredBy }: RemovedPasskey, state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Remove this passkey?',
    lead: html`<strong>${name}</strong> will no longer sign you in. Signed-in devices stay signed in, until you sign them out in your settings.`,
    action: `${passkeysPath}/remove?id=${id}`,
    fields: [requiredFactorWarning(requiredBy, 'set up two-step sign-in')],
    button: 'Remove passkey',
    isDestructive: true,
    footer: html`<a href="${accountPath}">Back to your account</a>`,
  })
}
