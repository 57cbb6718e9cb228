import { launch } from 'chrome-launcher'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import { type Page, chromium as playwright } from 'playwright-core'
import { findChromiumOptions } from '../../harness/open-browser.ts'

export interface Phone extends AsyncDisposable {
  /** The port of the DevTools protocol. */
  port: number
  signIn(appUrl: string, user: { email: string; password: string }): Promise<void>
  /** Measures how fast this machine is now (Lighthouse's benchmark index). Takes a second. */
  benchmark(): Promise<number>
  version(): Promise<string>
}

/**
 * Opens Chromium with its own profile. Chromium resolves no host except localhost. Playwright is connected only while
 * it is used, because it would add scripts and a window size to each measured page.
 */
export async function openPhone(): Promise<Phone> {
  const { executablePath, args } = await findChromiumOptions()
  const chromium = await launch({
    chromePath: executablePath,
    chromeFlags: [
      ...args,
      '--headless',
      '--ignore-certificate-errors', // needed for the proxies in front of the dashboard and the store
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  })

  async function withPage<Result>(use: (page: Page) => Promise<Result>): Promise<Result> {
    const browser = await playwright.connectOverCDP(`http://127.0.0.1:${chromium.port}`)
    try {
      const page = await browser.contexts()[0]?.newPage()
      if (page === undefined) throw new Error('Chromium has no profile open')
      const result = await use(page)
      // Closes the tab, because a second tab would use connections that the measured tab needs.
      await page.close()
      return result
    } finally {
      await browser.close()
    }
  }

  return {
    port: chromium.port,
    signIn: (appUrl, user) =>
      withPage(async (page) => {
        await page.goto(appUrl)
        await page.getByLabel('Email address').fill(user.email)
        await page.getByLabel('Password', { exact: true }).fill(user.password)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
      }),
    benchmark: () => withPage((page) => page.evaluate(pageFunctions.computeBenchmarkIndex)),
    version: () => withPage(async (page) => page.context().browser()?.version() ?? 'unknown'),
    async [Symbol.asyncDispose]() {
      chromium.kill()
    },
  }
}
