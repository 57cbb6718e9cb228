import { errorCatalog, privacyPath, type SignUpMode, termsPath } from '@linkshelf/contract'
import { html } from 'hono/html'
import type { RevokedAccess } from '../../access/index.ts'
import type { Markup, Page } from '../../layout/index.ts'
import { revokedAccessForPage } from '../revoke-earlier-access.ts'

export const aboutLinkshelf = 'Linkshelf shortens your links, counts their clicks and gives your products a page.'

/** Every page that creates an account or signs in has these links to the legal pages. */
export const legalLinks = html`<p class="hint legal"><a href="${termsPath}">Terms of Service</a> · <a href="${privacyPath}">Privacy</a></p>`

const backToSignIn = html`<div class="actions"><a class="button" href="/auth/signin">Go to sign in</a></div>`

/**
 * Renders the page after a sign-up form was answered by email. The page is the same whether the address must be
 * confirmed or already has an account.
 */
export function emailSentPage(email: string): Page {
  return {
    heading: 'Check your email',
    body: html`<p class="lead">We have sent an email to <strong>${email}</strong>. Follow the instructions in it to continue.</p>
      <p class="hint">No email? Check your spam folder, and check the address for typos.</p>
      ${backToSignIn}`,
  }
}

/**
 * Renders the page after a password reset was requested. The page is the same whether or not the address has an
 * account.
 */
export function resetRequestedPage(email: string): Page {
  return {
    heading: 'Check your email',
    body: html`<p class="lead">If <strong>${email}</strong> has an account, we have sent an email with a link to it.</p>
      <p class="hint">The link works once and expires in 30 minutes. No email? Check your spam folder, and check the address for typos.</p>
      ${backToSignIn}`,
  }
}

export const resetExpiredPage: Page = {
  heading: 'This link no longer works',
  isError: true,
  body: html`<p class="lead">The link was already used, or it has expired.</p>
    <div class="actions"><a class="button" href="/auth/forgot">Request a new link</a><a class="button quiet" href="/auth/signin">Sign in</a></div>`,
}

export const confirmationExpiredPage: Page = {
  heading: 'This link no longer works',
  isError: true,
  body: html`<p class="lead">The link was already used, or it is older than 24 hours.</p>
    <div class="actions"><a class="button" href="/auth/signin">Sign in</a><a class="button quiet" href="/auth/signup">Create an account</a></div>`,
}

export const emailConfirmationExpiredPage: Page = {
  heading: 'This link no longer works',
  isError: true,
  body: html`<p class="lead">The link was already used, or it is older than 24 hours. If your email address is not confirmed yet, the dashboard sends another link.</p>
    <div class="actions"><a class="button" href="/">Go to the dashboard</a></div>`,
}

/** Renders the page after an address was confirmed. Its button leads to `location`. */
export function emailConfirmedPage(ended: readonly RevokedAccess[], location: string): Page {
  return {
    heading: 'Your email address is confirmed',
    body: html`${endedAccess(ended)}
      <div class="actions"><a class="button" href="${location}">Continue to the dashboard</a></div>`,
  }
}

/** Renders the page after a password reset that also confirmed the address and ended other people's access. */
export function passwordChangedPage(ended: readonly RevokedAccess[]): Page {
  return {
    heading: 'Your password was changed',
    body: html`<p class="lead">Your email address is confirmed too. Sign in with the new password.</p>
      ${endedAccess(ended)}
      ${backToSignIn}`,
  }
}

function endedAccess(ended: readonly RevokedAccess[]): Markup | '' {
  if (ended.length === 0) return ''
  return html`<p>These were created before the address was confirmed, and no longer work:</p>
      <ul>${revokedAccessForPage(ended).map((text) => html`<li>${text}</li>`)}</ul>
      <p class="hint">Your links and everything else are still there.</p>`
}

/**
 * Returns a sentence that says who can help a person who can't create an account here. Returns undefined if everyone
 * can create an account.
 */
export function signUpsNotice(signUps: SignUpMode): string | undefined {
  if (signUps === 'open') return undefined
  return errorCatalog[signUps === 'closed' ? 'SIGN_UPS_CLOSED' : 'INVITATION_REQUIRED'].message
}

export function signUpRejectedPage(signUps: SignUpMode): Page {
  return {
    heading: 'You can’t create an account here',
    isError: true,
    body: html`<p class="lead">${aboutLinkshelf} ${signUpsNotice(signUps) ?? ''}</p>${backToSignIn}${legalLinks}`,
  }
}

export const foreignFormPage: Page = {
  heading: 'This form was sent from another site',
  isError: true,
  body: html`<p class="lead">For your security we only accept forms from our own pages. Open the page here and try again.</p>${backToSignIn}`,
}

export const malformedFormPage: Page = {
  heading: 'This form could not be read',
  isError: true,
  body: html`<p class="lead">The request was incomplete or damaged. Open the page again and fill in the form.</p>${backToSignIn}`,
}

export const notFoundPage: Page = {
  heading: 'Oops! Page not found',
  isError: true,
  body: html`<div class="actions"><a class="button" href="/">Return to Home</a></div>`,
}

export function internalErrorPage(requestId: string): Page {
  return {
    heading: 'An unexpected error occurred',
    isError: true,
    body: html`<p class="lead">Something went wrong on our side, and the error was logged. Try again in a moment.</p>
      <p class="hint">If you contact support, include this ID: <code>${requestId}</code>.</p>
      <div class="actions"><a class="button" href="/">Try again</a></div>`,
  }
}
