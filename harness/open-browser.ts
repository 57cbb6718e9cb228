import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium as launcher, type Page } from 'playwright-core'

export interface OpenBrowser extends AsyncDisposable {
  browser: Browser
  /** A fresh visitor: no cookies, no storage, and no service worker unless allowed. */
  newVisitor(options?: Parameters<Browser['newContext']>[0]): Promise<{ context: BrowserContext; page: Page }>
}

/** Long enough for a busy machine; an element that never appears fails anyway. */
const waitMaxMs = 120_000

/** How to launch Chromium from the package registry. */
export async function findChromiumOptions(): Promise<{ executablePath: string; args: string[] }> {
  return {
    executablePath: await chromium.executablePath(),
    // The package's own arguments are for another machine: one process, which a crash of one page ends.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  }
}

/** Without memory for pixels, styles, layout and animation frames are as usual, and pictures of a page are blank. */
const withoutPixels = '--force-gpu-mem-available-mb=0'
/** Optimizing compilers cost more than they save on a page that is shown for a second, as scenes are. */
const withoutOptimizers = '--js-flags=--no-opt,--no-maglev'

/** Chromium without a window. With `isBrief`, many pages that are shown once each and not photographed cost less. */
export async function openBrowser({ isBrief = false } = {}): Promise<OpenBrowser> {
  const { executablePath, args } = await findChromiumOptions()
  const brief = isBrief ? [withoutPixels, withoutOptimizers] : []
  const browser: Browser = await launcher.launch({ executablePath, args: [...args, ...brief] })
  // Chromium without a window calls itself HeadlessChrome, which is rightly counted as a bot.
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version().split('.')[0]}.0.0.0 Safari/537.36`
  return {
    browser,
    async newVisitor(options = {}) {
      // Routes of a test don't see what a service worker requests.
      const defaults = { userAgent, viewport: { width: 1280, height: 800 }, locale: 'en-GB', serviceWorkers: 'block' } as const
      const context = await browser.newContext({ ...defaults, ...options })
      context.setDefaultTimeout(waitMaxMs)
      return { context, page: await context.newPage() }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
