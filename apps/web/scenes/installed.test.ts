import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { answersOfEveryScreen } from '../test/api-answers.ts'
import { findAccessibilityProblems } from './browser/accessibility.ts'
import { openSceneServer, type SceneServer } from './browser/scene-server.ts'
import { findSidewaysScroll } from './browser/sideways-scroll.ts'

interface Manifest {
  icons: { src: string; sizes: string }[]
}

let browser: OpenBrowser
let server: SceneServer
let context: BrowserContext
let page: Page
const problems: string[] = []

beforeAll(async () => {
  browser = await openBrowser({ isBrief: true })
  server = await openSceneServer()
  server.start(answersOfEveryScreen)
  const visitor = await browser.newVisitor({ serviceWorkers: 'allow', viewport: { width: 320, height: 640 } })
  ;({ context, page } = visitor)
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  // Opens any screen that needs no sign-in.
  await page.goto(`${server.origin}/404`)
})

afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

it('the dashboard has a manifest without errors, and can be installed', async () => {
  const session = await context.newCDPSession(page)
  const { url, errors, data } = await session.send('Page.getAppManifest')
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')

  expect({ url, errors }).toEqual({ url: `${server.origin}/manifest.webmanifest`, errors: [] })
  expect(installabilityErrors).toEqual([])
  const manifest: Manifest = JSON.parse(data ?? '{}')
  expect(manifest).toMatchObject({ id: '/', display: 'standalone', share_target: { action: '/new', method: 'GET' } })
  const sizes = await page.evaluate(readIconSizes, manifest.icons)
  expect(sizes).toEqual(manifest.icons.filter(({ sizes }) => sizes !== 'any').map(({ src, sizes }) => [src, sizes]))
})

it('the offline page is shown if a navigation fails, caches nothing, and tries again', async () => {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await context.setOffline(true)
  await page.goto(`${server.origin}/404?tab=1`)
  const heading = page.getByRole('heading', { name: 'Linkshelf can’t be reached' })

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect([...(await findAccessibilityProblems(page)), ...(await findSidewaysScroll(page))]).toEqual([])
  }
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading.waitFor()
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  expect(problems.filter((text) => text.includes('Content Security Policy'))).toEqual([])

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor()
  expect(page.url()).toBe(`${server.origin}/404?tab=1`)
})

/** Runs in the browser. Returns the real sizes of the icons' pictures. */
function readIconSizes(icons: Manifest['icons']): Promise<[string, string][]> {
  return Promise.all(
    icons
      .filter(({ sizes }) => sizes !== 'any')
      .map(async ({ src }): Promise<[string, string]> => {
        const picture = new Image()
        picture.src = src
        await picture.decode()
        return [src, `${picture.naturalWidth}x${picture.naturalHeight}`]
      }),
  )
}
