import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContext, type Page, chromium as launcher } from 'playwright-core'

export interface OpenBrowser extends AsyncDisposable {
  browser: Browser
  /** A fresh visitor: no cookies, no storage. */
  newVisitor(options?: Parameters<Browser['newContext']>[0]): Promise<{ context: BrowserContext; page: Page }>
}

/** Chromium from the package registry, without a window. */
export async function openBrowser(): Promise<OpenBrowser> {
  const browser = await launcher.launch({
    executablePath: await chromium.executablePath(),
    // The package's own arguments are for another machine: one process, which a crash of one page ends.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  })
  return {
    browser,
    async newVisitor(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options })
      return { context, page: await context.newPage() }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
