import { html } from 'hono/html'
import type { Markup, Page } from '../../layout/index.ts'
import { emailField, type FormState, formMessage, fullNameField, newPasswordField, passwordField } from './form-fields.ts'
import { pageScript } from './page-script.ts'

export function signInPage(state: FormState = {}): Page {
  const forgot = html`<a href="/auth/forgot">Forgot your password?</a>`
  return formPage(state, {
    heading: 'Welcome back',
    lead: 'Sign in to see your links and how they do.',
    action: '/auth/signin',
    fields: [emailField(state), passwordField(state, { aside: forgot })],
    button: 'Sign in',
    otherwise: html`New to Linkshelf? <a href="/auth/signup">Create an account</a>`,
  })
}

export function signUpPage(state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Create your account',
    lead: 'Short links, honest numbers and a store page. Free to start.',
    action: '/auth/signup',
    fields: [fullNameField(state), emailField(state, { isFirst: false }), newPasswordField(state)],
    button: 'Create account',
    otherwise: html`Already have an account? <a href="/auth/signin">Sign in</a>`,
  })
}

export function forgotPage(state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Forgot your password?',
    lead: 'Tell us your e-mail address and we send you a link to set a new one.',
    action: '/auth/forgot',
    fields: [emailField(state)],
    button: 'Send the link',
    otherwise: html`It came back to you? <a href="/auth/signin">Sign in</a>`,
  })
}

export function resetPage(token: string, state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Set a new password',
    lead: 'You will be signed out on every device, within ten minutes.',
    action: '/auth/reset',
    fields: [tokenField(token), newPasswordField(state, { label: 'New password', isFirst: true })],
    button: 'Set new password',
  })
}

export function confirmPage(token: string, state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Confirm your account',
    lead: 'Enter the password you chose when you signed up.',
    action: '/auth/confirm',
    fields: [tokenField(token), passwordField(state)],
    button: 'Create my account',
  })
}

interface Form {
  heading: string
  lead: string
  action: string
  fields: Markup[]
  button: string
  otherwise?: Markup
}

/** Wrong fields are told by the server alone (`novalidate`), so that everybody gets the same words in the same place. */
function formPage(state: FormState, { heading, lead, action, fields, button, otherwise }: Form): Page {
  return {
    heading,
    isWrong: Object.keys(state.problems ?? {}).length > 0,
    script: pageScript,
    body: html`<p class="lead">${lead}</p>
      ${formMessage(state)}
      <form method="post" action="${action}" novalidate>
        ${fields}
        <button class="button" type="submit">${button}</button>
      </form>
      ${otherwise === undefined ? '' : html`<p class="else">${otherwise}</p>`}`,
  }
}

function tokenField(token: string): Markup {
  return html`<input type="hidden" name="token" value="${token}">`
}
