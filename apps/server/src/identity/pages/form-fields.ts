import { passwordMinLength } from '@linkshelf/contract'
import { html } from 'hono/html'
import type { Markup } from '../../layout/index.ts'

type FieldName = 'full_name' | 'email' | 'password'

export interface FormState {
  /** What was typed, to be shown again; never a password. */
  typed?: { email?: string; full_name?: string }
  /** What is wrong, by the name of its field; `form` for what belongs to none. */
  problems?: Partial<Record<FieldName | 'form', string>>
  /** Good news above the form. */
  notice?: string | undefined
}

export type Problems = NonNullable<FormState['problems']>

/** What is wrong with the form as a whole, or good news. */
export function formMessage({ problems = {}, notice }: FormState): Markup | '' {
  if (problems.form !== undefined) return html`<p class="notice wrong" id="form-problem" role="alert">${problems.form}</p>`
  return notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`
}

export function fullNameField(state: FormState): Markup {
  return field(state, { name: 'full_name', label: 'Full name', type: 'text', autocomplete: 'name', isFirst: true })
}

export function emailField(state: FormState, { isFirst = true } = {}): Markup {
  const attributes = html`inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254"`
  return field(state, { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', attributes, isFirst })
}

export function passwordField(state: FormState, { aside }: { aside?: Markup } = {}): Markup {
  return field(state, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', aside })
}

/** With the hint, and with a bar for its strength where scripts run. */
export function newPasswordField(state: FormState, { label = 'Password', isFirst = false } = {}): Markup {
  const bar = html`<div class="strength" data-of="password" data-score="0" hidden>
          <i></i><i></i><i></i><i></i><output for="password" aria-live="polite"></output>
        </div>`
  const hint = `Minimum ${passwordMinLength} characters`
  return field(state, { name: 'password', label, type: 'password', autocomplete: 'new-password', hint, below: bar, isFirst })
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
  /** Where typing begins, unless another field is wrong. */
  isFirst?: boolean
}

function field(
  { typed = {}, problems = {} }: FormState,
  { name, label, type, autocomplete, attributes, hint, below, aside, isFirst }: Field,
): Markup {
  const problem = problems[name]
  const value = name === 'password' ? '' : (typed[name] ?? '')
  const firstWrong = (['full_name', 'email', 'password'] as const).find((each) => problems[each] !== undefined)
  const isFocused = firstWrong === undefined ? isFirst : firstWrong === name
  // The problem of the whole form is about each of its fields.
  const described = [problem && `${name}-problem`, hint && `${name}-hint`, problems.form && 'form-problem'].filter(Boolean).join(' ')
  return html`<div class="field">
        <div class="row"><label for="${name}">${label}</label>${type === 'password' ? showButton(name) : ''}</div>
        <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required ${attributes ?? ''}
          ${described === '' ? '' : html`aria-describedby="${described}"`} ${problem === undefined ? '' : html`aria-invalid="true"`}
          ${isFocused ? html`autofocus` : ''}>
        ${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
        ${below ?? ''}
        ${problem === undefined ? '' : html`<p class="problem" id="${name}-problem">${problem}</p>`}
        ${aside === undefined ? '' : html`<p class="hint">${aside}</p>`}
      </div>`
}

/** Only of use with the page's script, which shows it. */
function showButton(name: FieldName): Markup {
  return html`<button class="small" type="button" data-shows="${name}" aria-controls="${name}" aria-label="Show password" hidden>Show</button>`
}
