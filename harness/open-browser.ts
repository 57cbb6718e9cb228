import { statfs } from 'node:fs/promises'
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium as launcher, type Page } from 'playwright-core'

export interface OpenBrowser extends AsyncDisposable {
  browser: Browser
  /** Opens a new visitor without cookies and storage. Service workers are blocked unless the options allow them. */
  newVisitor(options?: Parameters<Browser['newContext']>[0]): Promise<{ context: BrowserContext; page: Page }>
}

/**
 * The timeout in milliseconds is long enough for a busy machine. A wait for an element that never appears still fails.
 */
const waitMaxMs = 120_000

/** Makes Chromium create its shared memory in files of the folder for temporary files. Playwright always adds it. */
const withoutSharedMemory = '--disable-dev-shm-usage'
/** The minimum free space of /dev/shm in bytes. Many containers have only 64 MB there, which is not enough. */
const minSharedMemoryBytes = 1_000_000_000

async function hasSharedMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= minSharedMemoryBytes
}

/** Returns the options that start the Chromium of the package registry. */
export async function findChromiumOptions(): Promise<{ executablePath: string; args: string[] }> {
  return {
    executablePath: await chromium.executablePath(),
    // The package's own arguments are not used. They are for another kind of machine and run all pages in one process,
    // so a crash of one page would end the browser.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      ...((await hasSharedMemory()) ? [] : [withoutSharedMemory]),
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  }
}

/**
 * Gives Chromium no memory for pixels, so that pages need less CPU. Styles, layout and animation frames are as usual,
 * but screenshots are blank.
 */
const withoutPixels = '--force-gpu-mem-available-mb=0'
/**
 * Turns off optimizing compilers. If a page is shown only for a second, as in apps/web/scenes, they cost more than they
 * save.
 */
const withoutOptimizers = '--js-flags=--no-opt,--no-maglev'
/**
 * Runs the network service in the browser's process. A screen fetches about 100 small files, and each file needs
 * several messages between the two processes. Playwright's own features, for screenshots and accounts, are replaced.
 */
const withoutNetworkProcess = '--enable-features=NetworkServiceInProcess2'

/**
 * Opens Chromium without a window. With `isBrief`, pages that are shown only once need less CPU, but screenshots of
 * them are blank.
 */
export async function openBrowser({ isBrief = false } = {}): Promise<OpenBrowser> {
  const { executablePath, args } = await findChromiumOptions()
  const brief = isBrief ? [withoutPixels, withoutOptimizers, withoutNetworkProcess] : []
  const browser: Browser = await launcher.launch({
    executablePath,
    args: [...args, ...brief],
    // Playwright leaves these arguments out, also if `args` has them.
    ignoreDefaultArgs: args.includes(withoutSharedMemory) ? [] : [withoutSharedMemory],
  })
  // Without a window, Chromium calls itself HeadlessChrome, and would be counted as a bot.
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version().split('.')[0]}.0.0.0 Safari/537.36`
  return {
    browser,
    async newVisitor(options = {}) {
      // Service workers are blocked, because a test's Playwright routes don't receive the requests of service workers.
      const defaults = { userAgent, viewport: { width: 1280, height: 800 }, locale: 'en-GB', serviceWorkers: 'block' } as const
      const context = await browser.newContext({ ...defaults, ...options })
      context.setDefaultTimeout(waitMaxMs)
      return { context, page: await context.newPage() }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
