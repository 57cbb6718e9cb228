import { html } from 'hono/html'
import type { Page } from '../../layout/index.ts'

const backToSignIn = html`<div class="actions"><a class="button" href="/auth/signin">Go to sign in</a></div>`

/** After signing up where the address has to be shown to be theirs first, or already has an account: one page for both. */
export function letterSentPage(email: string): Page {
  return {
    heading: 'Check your mail',
    body: html`<p class="lead">We have sent a letter to <strong>${email}</strong>. It says how to go on.</p>
      <p class="hint">Nothing there? Look into the spam folder, and check the address for a slip.</p>
      ${backToSignIn}`,
  }
}

/** After asking for a new password: the same for an address with an account and for one without. */
export function resetAskedPage(email: string): Page {
  return {
    heading: 'Check your mail',
    body: html`<p class="lead">If <strong>${email}</strong> has an account, a letter with a link is on its way.</p>
      <p class="hint">The link works once, for 30 minutes. Nothing there? Look into the spam folder, and check the address for a slip.</p>
      ${backToSignIn}`,
  }
}

export const resetOverPage: Page = {
  heading: 'This link no longer works',
  isWrong: true,
  body: html`<p class="lead">It was used already, or it is older than 30 minutes.</p>
    <div class="actions"><a class="button" href="/auth/forgot">Ask for a new link</a><a class="button quiet" href="/auth/signin">Sign in</a></div>`,
}

export const confirmOverPage: Page = {
  heading: 'This link no longer works',
  isWrong: true,
  body: html`<p class="lead">It was used already, or it is older than a day.</p>
    <div class="actions"><a class="button" href="/auth/signin">Sign in</a><a class="button quiet" href="/auth/signup">Create an account</a></div>`,
}

export const elsewherePage: Page = {
  heading: 'This form came from somewhere else',
  isWrong: true,
  body: html`<p class="lead">For your safety we only take forms from our own pages. Open the page here and try again.</p>${backToSignIn}`,
}

export const missingPage: Page = {
  heading: 'Oops! Page not found',
  isWrong: true,
  body: html`<div class="actions"><a class="button" href="/">Return to Home</a></div>`,
}

export function faultPage(correlationId: string): Page {
  return {
    heading: 'An unexpected error occurred',
    isWrong: true,
    body: html`<p class="lead">It is on us, and it has been written down. Try again in a moment.</p>
      <p class="hint">If you ask for help, name <code>${correlationId}</code>.</p>
      <div class="actions"><a class="button" href="/">Try again</a></div>`,
  }
}
