// A test browser with an authenticator, on the pages of an instance at localhost.
import type { TestIdentity } from './open-test-identity.ts'
import {
  type CreationOptions,
  createSoftwarePasskey,
  type Report,
  type RequestOptions,
  type SoftwarePasskey,
} from './software-authenticator.ts'
import type { TestBrowser, TestPage } from './test-browser.ts'

/** Sends a form to the path, as a browser does. */
export function sendForm(browser: TestBrowser, site: TestIdentity, path: string, fields: Record<string, string> = {}): Promise<TestPage> {
  const headers = { origin: site.app, 'content-type': 'application/x-www-form-urlencoded' }
  return browser.open(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
}

/** Returns what the page's script gives to the authenticator. Throws if the page asks for no passkey. */
export function readPasskeyOptions<Options extends CreationOptions | RequestOptions>({ html }: TestPage): Options {
  const [, escaped] = /data-options="([^"]+)"/.exec(html) ?? []
  if (escaped === undefined) throw new Error('The page asks for no passkey')
  return JSON.parse(escaped.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Options
}

/** Creates a passkey on the page that adds one. Returns it with the page that follows. */
export async function addTestPasskey(
  site: TestIdentity,
  browser: TestBrowser,
  { name = 'My passkey', ...report }: Report & { name?: string } = {},
): Promise<{ passkey: SoftwarePasskey; page: TestPage }> {
  const options = readPasskeyOptions<CreationOptions>(await browser.open('/auth/account/passkeys/new'))
  const { passkey, answer } = createSoftwarePasskey(site.app, options, report)
  return { passkey, page: await sendForm(browser, site, '/auth/account/passkeys/new', { answer, name }) }
}

/** Opens the sign-in page and returns the passkey's answer to its challenge. */
export async function answerSignIn(
  browser: TestBrowser,
  passkey: SoftwarePasskey,
  report: Report = {},
  path = '/auth/signin',
): Promise<string> {
  return passkey.answer(readPasskeyOptions<RequestOptions>(await browser.open(path)), report)
}

/** Signs in with the passkey on a browser, by default on a new one. Returns the page that follows. */
export async function signInWithTestPasskey(
  site: TestIdentity,
  passkey: SoftwarePasskey,
  report: Report = {},
  browser = site.browser(),
): Promise<TestPage> {
  return sendForm(browser, site, '/auth/signin/passkey', { answer: await answerSignIn(browser, passkey, report) })
}
