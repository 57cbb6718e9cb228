import { html } from 'hono/html'
import type { Markup } from '../../layout/index.ts'

type FieldName = 'full_name' | 'name' | 'email' | 'password' | 'code'

export interface FormState {
  /** Typed values to show again, never a password. `code` is a wrong recovery code, which is long to type. */
  typed?: { email?: string; full_name?: string; name?: string; code?: string }
  /** Error messages by field; `form` has the error of the whole form. */
  errors?: Partial<Record<FieldName | 'form', string>>
  notice?: string | undefined
}

export type FieldErrors = NonNullable<FormState['errors']>

export function formMessage({ errors = {}, notice }: FormState): Markup | '' {
  if (errors.form !== undefined) return html`<p class="notice wrong" id="form-problem" role="alert">${errors.form}</p>`
  return notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`
}

export function fullNameField(state: FormState, { isFirst = true } = {}): Markup {
  return field(state, { name: 'full_name', label: 'Full name', type: 'text', autocomplete: 'name', isFirst })
}

/** Renders the name of a passkey. */
export function passkeyNameField(state: FormState): Markup {
  const hint = 'Helps you to recognize this passkey later.'
  return field(state, { name: 'name', label: 'Name', type: 'text', autocomplete: 'off', attributes: html`maxlength="60"`, hint })
}

const emailAttributes = html`inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254"`

/** Renders the email address. If `offersPasskeys` is true, browsers suggest passkeys in the field too. */
export function emailField(state: FormState, { isFirst = true, offersPasskeys = false } = {}): Markup {
  const autocomplete = offersPasskeys ? 'username webauthn' : 'username'
  const about = { label: 'Email address', type: 'email', autocomplete, attributes: emailAttributes } as const
  return field(state, { name: 'email', ...about, isFirst })
}

export function newEmailField(state: FormState): Markup {
  const about = { label: 'New email address', type: 'email', autocomplete: 'email', attributes: emailAttributes } as const
  return field(state, { name: 'email', ...about, hint: 'We send a link to this address. It counts once you open the link.' })
}

/** Renders an address that the user can't change. It is a field, so that password managers find it. */
export function fixedEmailField(email: string): Markup {
  return html`<div class="field">
        <label for="email">Email address</label>
        <input id="email" type="email" value="${email}" autocomplete="username" readonly>
      </div>`
}

/** Renders a hidden field that tells password managers to which account the password of the form belongs. */
export function accountField(email: string): Markup {
  return html`<input type="text" value="${email}" autocomplete="username" readonly hidden>`
}

export const forgotPasswordLink = html`<a href="/auth/forgot">Forgot your password?</a>`

export function passwordField(
  state: FormState,
  { label = 'Password', aside, isFirst = false }: { label?: string; aside?: Markup; isFirst?: boolean } = {},
): Markup {
  return field(state, { name: 'password', label, type: 'password', autocomplete: 'current-password', aside, isFirst })
}

/**
 * Renders a field with a hint and, if scripts run, a strength meter. `minLength` is the minimum length in characters.
 */
export function newPasswordField(state: FormState, minLength: number, { label = 'Password', isFirst = false } = {}): Markup {
  const meter = html`<div class="strength" data-of="password" data-min="${minLength}" data-score="0" hidden>
          <i></i><i></i><i></i><i></i><output for="password" aria-live="polite"></output>
        </div>`
  const hint = `Minimum ${minLength} characters`
  return field(state, { name: 'password', label, type: 'password', autocomplete: 'new-password', hint, below: meter, isFirst })
}

/** Renders the field for a code of an authenticator app or, if `isRecovery`, for a recovery code. */
export function codeField(state: FormState, { label = 'Code', isRecovery = false, isFirst = true, hint = '' } = {}): Markup {
  const attributes = isRecovery
    ? html`autocapitalize="none" spellcheck="false" maxlength="40"`
    : html`inputmode="numeric" autocapitalize="none" spellcheck="false" maxlength="40"`
  const autocomplete = isRecovery ? 'off' : 'one-time-code'
  return field(state, { name: 'code', label, type: 'text', autocomplete, attributes, isFirst, ...(hint !== '' && { hint }) })
}

interface Field {
  name: FieldName
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: string
  attributes?: Markup
  hint?: string
  below?: Markup
  aside?: Markup | undefined
  /** If true, the field has the focus when the page opens, unless another field has an error. */
  isFirst?: boolean
}

function field(
  { typed = {}, errors = {} }: FormState,
  { name, label, type, autocomplete, attributes, hint, below, aside, isFirst }: Field,
): Markup {
  const error = errors[name]
  const value = name === 'password' ? '' : (typed[name] ?? '')
  const firstInvalid = (['full_name', 'name', 'email', 'password', 'code'] as const).find((each) => errors[each] !== undefined)
  const isFocused = firstInvalid === undefined ? isFirst : firstInvalid === name
  // If the whole form has an error, the error describes each of its fields.
  const described = [error && `${name}-problem`, hint && `${name}-hint`, errors.form && 'form-problem'].filter(Boolean).join(' ')
  return html`<div class="field">
        <div class="row"><label for="${name}">${label}</label>${type === 'password' ? showButton(name) : ''}</div>
        <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required ${attributes ?? ''}
          ${described === '' ? '' : html`aria-describedby="${described}"`} ${error === undefined ? '' : html`aria-invalid="true"`}
          ${isFocused ? html`autofocus` : ''}>
        ${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
        ${below ?? ''}
        ${error === undefined ? '' : html`<p class="problem" id="${name}-problem">${error}</p>`}
        ${aside === undefined ? '' : html`<p class="hint">${aside}</p>`}
      </div>`
}

/** Renders the button that shows the password. It is hidden until the page's script runs. */
function showButton(name: FieldName): Markup {
  return html`<button class="small" type="button" data-shows="${name}" aria-controls="${name}" aria-label="Show password" hidden>Show</button>`
}

/**
 * A script that shows the button beside a password, and a strength meter. The meter estimates guesses from length and
 * variety; only `findPasswordProblem` decides which passwords are rejected.
 */
export const pageScript = `
for (const button of document.querySelectorAll('button[data-shows]')) {
  const input = document.getElementById(button.dataset.shows)
  button.hidden = false
  button.addEventListener('click', () => {
    const isShown = input.type === 'text'
    input.type = isShown ? 'password' : 'text'
    button.textContent = isShown ? 'Show' : 'Hide'
    button.setAttribute('aria-label', button.textContent + ' password')
    input.focus()
  })
}
for (const bar of document.querySelectorAll('.strength')) {
  const input = document.getElementById(bar.dataset.of)
  const words = ['Too short', 'Weak', 'Fair', 'Good', 'Strong']
  input.addEventListener('input', () => {
    const text = input.value
    const signs = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]
    const pool = [26, 26, 10, 33].reduce((sum, size, at) => sum + (signs[at].test(text) ? size : 0), 0)
    const variety = Math.min(text.length, new Set(text.toLowerCase()).size * 1.5)
    const bits = variety * Math.log2(pool || 1)
    const score = text.length < Number(bar.dataset.min) ? 0 : bits < 36 ? 1 : bits < 50 ? 2 : bits < 68 ? 3 : 4
    bar.hidden = text === ''
    bar.dataset.score = String(score)
    bar.querySelector('output').textContent = words[score]
  })
}
`
