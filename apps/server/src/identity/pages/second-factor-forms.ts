import { accountPath, codeMessages, secondFactorPath } from '@linkshelf/contract'
import { html, raw } from 'hono/html'
import type { Markup, Page } from '../../layout/index.ts'
import { accountField, codeField, type FormState, forgotPasswordLink, formMessage, pageScript, passwordField } from './form-fields.ts'
import { resetWarning } from './second-factor-reset-forms.ts'

const backToAccount = html`<a href="${accountPath}">Back to your account</a>`

interface SecondFactorSection {
  hasSecondFactor: boolean
  resetDueAt: Date | undefined
  /** Whether the user has a password, and can use it here. */
  hasPassword: boolean
}

/** Renders the section of the account page that says whether two-step sign-in is on. */
export function secondFactorSection({ hasSecondFactor, resetDueAt, hasPassword }: SecondFactorSection): Markup {
  return html`<section aria-labelledby="two-step-heading">
        <h2 id="two-step-heading">Two-step sign-in</h2>
        <p class="hint">${
          hasSecondFactor
            ? `On. You sign in with your ${hasPassword ? 'password' : 'identity provider'} and a code from your authenticator app.`
            : hasPassword
              ? 'Off. With two-step sign-in, a stolen password is not enough to sign in.'
              : 'Off. With two-step sign-in, a sign-in with your identity provider needs a code too.'
        }</p>
        ${resetDueAt === undefined ? '' : resetWarning(resetDueAt)}
        <div class="actions"><a class="button quiet" href="${secondFactorPath}">${hasSecondFactor ? 'Manage two-step sign-in' : 'Set up two-step sign-in'}</a></div>
      </section>`
}

export interface NewKey {
  /** The key in base32. */
  key: string
  /** The encrypted key, which the form sends back. */
  sealedKey: string
  /** The address that opens an authenticator app on this device. */
  keyUri: string
  /** The QR code of the address, as SVG. */
  qrCode: string
}

/** Renders the page with the key for the authenticator app. The key counts once the user has entered a code of it. */
export function setUpPage({ key, sealedKey, keyUri, qrCode }: NewKey, state: FormState = {}): Page {
  return {
    heading: 'Set up two-step sign-in',
    isError: state.errors !== undefined,
    style: setUpStyle,
    body: html`<p class="lead">You need an authenticator app on your phone, for example Aegis, 2FAS or Google Authenticator.</p>
      ${formMessage(state)}
      <ol class="steps">
        <li>Scan this code with the app.
          <div class="qr" role="img" aria-label="QR code with your key">${raw(qrCode)}</div>
          ${/* After a wrong code, users compare the key. */ ''}<details ${state.errors === undefined ? '' : 'open'}><summary>Can’t scan it?</summary>
            <p class="hint">Enter this key in the app, and choose “time-based” if it asks.</p>
            <p><code class="key">${key.replace(/.{4}(?=.)/g, '$& ')}</code></p>
            <p class="hint">Is the app on this device? <a href="${keyUri}">Open the app</a></p>
          </details>
        </li>
        <li>Enter the code that the app shows.
          <form method="post" action="${secondFactorPath}/on" novalidate>
            <input type="hidden" name="key" value="${sealedKey}">
            ${codeField(state)}
            <button class="button" type="submit">Turn on two-step sign-in</button>
          </form>
        </li>
      </ol>
      <p class="else">${backToAccount}</p>`,
  }
}

const setUpStyle = `
.steps{margin:1.25rem 0 0;padding:0;list-style:none;counter-reset:step}
.steps>li{counter-increment:step}
.steps>li+li{margin-top:1.5rem}
.steps>li::before{content:counter(step) '. ';font-weight:700}
.steps form{margin-top:.75rem}
.qr{display:grid;justify-content:center;margin:.75rem 0;padding:.25rem;border:1px solid var(--line);border-radius:.75rem;background:#fff}
.qr svg{display:block;width:12.5rem;height:12.5rem}
summary{color:var(--brand);cursor:pointer;font-size:.875rem;font-weight:600}
details p{margin:.5rem 0 0}
.key{display:block;max-width:22ch;font-size:1rem;line-height:1.6;word-spacing:.25em;user-select:all}
`

/**
 * Renders a warning before the user removes the account's only second factor. `names` are the organizations that
 * require a second factor, and `otherFactor` is what the user can set up.
 */
export function requiredFactorWarning(names: readonly string[], otherFactor: string): Markup | '' {
  if (names.length === 0) return ''
  const listed = new Intl.ListFormat('en').format(names.map((name) => `“${name}”`))
  const [requires, them] = names.length === 1 ? ['requires', 'it'] : ['require', 'them']
  return html`<p class="notice wrong">${listed} ${requires} a second factor. First ${otherFactor}, or you lose access to ${them}.</p>`
}

export interface SecondFactorState {
  /** The address of the account. */
  email: string
  codesLeft: number
  /** When a reset that has begun turns two-step sign-in off. */
  resetDueAt: Date | undefined
  needsPassword: boolean
  /** The names of organizations that require a second factor, if the account has no other second factor. */
  requiredBy: readonly string[]
}

/** Renders the page on which a user makes new recovery codes, or turns two-step sign-in off. Both need a code. */
export function manageSecondFactorPage(shown: SecondFactorState, state: FormState = {}): Page {
  const { email, codesLeft, resetDueAt, needsPassword, requiredBy } = shown
  return {
    heading: 'Two-step sign-in is on',
    isError: state.errors !== undefined,
    style: '.notice p{margin:0}.notice form{margin-top:.5rem}.notice .small{justify-self:start}',
    script: pageScript,
    body: html`<p class="lead">Each sign-in needs a code from your authenticator app too.</p>
      <p class="hint">You have ${codesLeft === 1 ? '1 recovery code' : `${codesLeft} recovery codes`} left. A recovery code works once, if you don’t have your phone. New codes replace all earlier codes.</p>
      ${resetDueAt === undefined ? '' : resetWarning(resetDueAt)}
      ${formMessage(state)}
      <form method="post" action="${secondFactorPath}/codes" novalidate>
        ${needsPassword ? html`${accountField(email)}${passwordField(state, { label: 'Current password', aside: forgotPasswordLink })}` : ''}
        ${codeField(state, { hint: codeMessages.hint, isFirst: false })}
        <button class="button" type="submit">Make new recovery codes</button>
        <button class="button danger" type="submit" formaction="${secondFactorPath}/off">Turn off two-step sign-in</button>
      </form>
      ${requiredFactorWarning(requiredBy, 'add a passkey')}
      <p class="hint legal">New phone? Turn two-step sign-in off, and set it up again on the new phone.</p>
      <p class="else ways">${backToAccount}<a href="/">Go to the dashboard</a></p>`,
  }
}

/** Renders the page that shows the recovery codes, once. */
export function recoveryCodesPage(codes: readonly string[]): Page {
  return {
    heading: 'Save your recovery codes',
    style: codesStyle,
    script: codesScript,
    body: html`<p class="lead">If you lose your phone, each of these codes signs you in once. They are shown only now.</p>
      <ul class="codes" id="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
      <p class="tools" hidden>
        <button class="small" type="button" data-saves="download">Download</button>
        <button class="small" type="button" data-saves="copy">Copy</button>
        <output aria-live="polite"></output>
      </p>
      <p class="hint">Keep them where only you can find them, for example in a password manager, and not only on your phone.</p>
      <div class="actions"><a class="button" href="${secondFactorPath}">I have saved them</a></div>`,
  }
}

const codesStyle = `
.codes{display:grid;gap:.375rem;margin:1.25rem 0 0;padding:1rem .5rem;list-style:none;border-radius:.625rem;background:var(--page);text-align:center}
.codes code{font-size:clamp(.6875rem,3.4vw,.875rem);user-select:all}
.tools{display:flex;gap:1.25rem;margin:.5rem 0}
.tools[hidden]{display:none}
.tools output{color:var(--soft);font-size:.875rem;padding:.25rem 0}
`

const codesScript = `
const text = [...document.querySelectorAll('#codes code')].map((code) => code.textContent).join('\\n') + '\\n'
const tools = document.querySelector('.tools')
tools.hidden = false
tools.querySelector('[data-saves=download]').addEventListener('click', () => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['Recovery codes of Linkshelf\\n\\n' + text], { type: 'text/plain' }))
  link.download = 'linkshelf-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
})
tools.querySelector('[data-saves=copy]').addEventListener('click', async () => {
  const output = tools.querySelector('output')
  try {
    await navigator.clipboard.writeText(text)
    output.textContent = 'Copied'
  } catch {
    output.textContent = 'Copy the codes by hand.'
  }
})
`

const signInPath = '/auth/signin'
/** The page that asks for the code after the password. */
export const codePath = '/auth/code'

const checkStyle =
  '.check{display:flex;align-items:center;gap:.625rem;font-weight:400}.check input{width:1.125rem;min-height:1.125rem;margin:0;accent-color:var(--brand)}'
/** Shows all 34 characters of a recovery code on a phone. A smaller font would make iPhones zoom into the field. */
const wholeCodeStyle = '#code{padding-inline:.375rem;letter-spacing:-.03em}'

export interface CodePage {
  /** The address of the account. */
  email: string
  isRecovery: boolean
  /** Whether the box that remembers this device is checked. */
  remembers?: boolean
}

/** Renders the page that asks for a code after the right password. */
export function codePage({ email, isRecovery, remembers = false }: CodePage, state: FormState = {}): Page {
  return {
    heading: isRecovery ? 'Enter a recovery code' : 'Enter your code',
    isError: state.errors !== undefined,
    style: checkStyle + (isRecovery ? wholeCodeStyle : ''),
    body: html`<p class="lead">${
      isRecovery
        ? html`Enter one of the codes that you saved when you set up two-step sign-in for <strong>${email}</strong>.`
        : html`Enter the code that your authenticator app shows for <strong>${email}</strong>.`
    }</p>
      ${formMessage(state)}
      <form method="post" action="${codePath}${isRecovery ? '?with=recovery' : ''}" novalidate>
        ${isRecovery ? codeField(state, { isRecovery, label: 'Recovery code', hint: 'Capital letters, spaces and hyphens don’t matter.' }) : codeField(state)}
        <label class="check"><input type="checkbox" name="remember" value="yes" ${remembers ? 'checked' : ''}> Remember this device for 30 days</label>
        <button class="button" type="submit">Sign in</button>
      </form>
      <p class="else ways">
        <a href="${isRecovery ? codePath : `${codePath}?with=recovery`}">${isRecovery ? 'Use your app' : 'Use a recovery code'}</a>
        <a href="${codePath}/lost">I lost my device</a>
        <a href="${signInPath}">Use another account</a>
      </p>`,
  }
}

export const codeTimedOutPage: Page = {
  heading: 'Sign in again',
  isError: true,
  body: html`<p class="lead">More than ten minutes have passed since you entered your password, or your password was changed.</p>
    <div class="actions"><a class="button" href="${signInPath}">Sign in</a></div>`,
}
