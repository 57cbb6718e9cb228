import { readFileSync } from 'node:fs'

let script: string | undefined

/**
 * Returns the script of pages with passkeys: the library that talks to authenticators, and the code that connects it
 * with the page's forms. Each form with `data-passkey` is hidden until the script runs. It sends the authenticator's
 * answer in its field `answer`.
 */
export function getPasskeyScript(): string {
  script ??= readFileSync(new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')), 'utf8') + formScript
  return script
}

/**
 * While the sign-in page is open, browsers suggest passkeys in the email field. The button asks for one too. If the
 * user cancels, the suggestions start again.
 */
const formScript = `
const passkeys = SimpleWebAuthnBrowser
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!passkeys.browserSupportsWebAuthn()) continue
  const optionsJSON = JSON.parse(form.dataset.options)
  const [isNew, problem] = [form.dataset.passkey === 'create', form.querySelector('.problem')]
  const send = (answer) => {
    form.elements.answer.value = JSON.stringify(answer)
    form.submit()
  }
  const suggest = async () => {
    if (form.dataset.passkey !== 'sign-in' || !(await passkeys.browserSupportsWebAuthnAutofill())) return
    passkeys.startAuthentication({ optionsJSON, useBrowserAutofill: true }).then(send, () => {})
  }
  form.hidden = false
  for (const fallback of document.querySelectorAll('[data-without-passkeys]')) fallback.hidden = true
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    problem.textContent = ''
    try {
      send(await (isNew ? passkeys.startRegistration({ optionsJSON }) : passkeys.startAuthentication({ optionsJSON })))
    } catch (error) {
      problem.textContent = error.name === 'InvalidStateError' ? form.dataset.exists : form.dataset.canceled
      suggest()
    }
  })
  suggest()
}
`
