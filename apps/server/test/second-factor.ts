import { secondFactorPath } from '@linkshelf/contract'
import { createCode } from '../src/identity/codes/totp.ts'
import type { SignedUp, TestIdentity } from './open-test-identity.ts'
import type { TestBrowser, TestPage } from './test-browser.ts'

export interface TestSecondFactor {
  key: string
  recoveryCodes: string[]
  /** Moves the clock to the next step, and returns the code that the app then shows. */
  nextCode(): Promise<string>
}

/** Turns two-step sign-in on, with the forms of the account page. */
export async function setUpSecondFactor(site: TestIdentity, { browser }: Pick<SignedUp, 'browser'>): Promise<TestSecondFactor> {
  const page = await browser.open(secondFactorPath)
  const key = readKey(page)
  const recoveryCodes = readRecoveryCodes(await browser.submit(page, { code: await createCode(key, site.clock.now()) }))
  if (recoveryCodes.length === 0) throw new Error('Two-step sign-in could not be turned on')
  return {
    key,
    recoveryCodes,
    nextCode() {
      site.clock.forward(30_000)
      return createCode(key, site.clock.now())
    },
  }
}

export function readKey({ html }: TestPage): string {
  return (/<code class="key">([^<]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '')
}

export function readRecoveryCodes({ html }: TestPage): string[] {
  return [...html.matchAll(/<li><code>([^<]+)</g)].map(([, code = '']) => code)
}

/** Sends the form that turns two-step sign-in off. */
export function turnOffSecondFactor(browser: TestBrowser, fields: Record<string, string>): Promise<TestPage> {
  return submitTo(browser, `${secondFactorPath}/off`, fields)
}

/** Sends a form with these fields to this path. */
export function submitTo(browser: TestBrowser, path: string, fields: Record<string, string>): Promise<TestPage> {
  const page = { url: new URL('http://page.test'), status: 200, headers: new Headers(), html: `<form action="${path}">` }
  return browser.submit(page, fields)
}
