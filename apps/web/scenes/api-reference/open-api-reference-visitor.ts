import { fontPath } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import type { OpenBrowser } from '../../../../harness/open-browser.ts'
import { createApiReferenceRoute, createOpenApiDocument } from '../../../server/src/api-reference/index.ts'
import { pageFont, pageFontHeaders } from '../../../server/src/platform/http/page-font.ts'
import { type ColorScheme, type View, viewports } from '../browser/scene-visitor.ts'

const origin = 'https://app.example'

export interface ApiReferenceVisitor extends AsyncDisposable {
  page: Page
  /** Opens the page at an anchor, such as `#links.create`. */
  open(anchor: string, options: { view: View; scheme: ColorScheme }): Promise<void>
  /**
   * Errors of the page and its console since the page was opened, including violations of its content security policy.
   */
  problems(): string[]
}

/**
 * Opens the API reference with the headers of the server. If `modules` is given, the page contains only the calls of
 * these modules.
 */
export async function openApiReferenceVisitor({ newVisitor }: OpenBrowser, modules?: readonly string[]): Promise<ApiReferenceVisitor> {
  const description = await createOpenApiDocument(origin)
  const isShown = (operation: unknown) =>
    modules === undefined || modules.some((name) => JSON.stringify(operation).includes(`"operationId":"${name}.`))
  const paths = Object.fromEntries(Object.entries(description.paths ?? {}).filter(([, operations]) => isShown(operations)))
  const respond = createApiReferenceRoute(
    { ...description, paths },
    { appOrigin: origin, documentPath: '/v1/openapi.json', hasPlans: true },
  )

  const { context, page } = await newVisitor({ reducedMotion: 'reduce', permissions: ['clipboard-write'] })
  let problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${error}`))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === fontPath) return route.fulfill({ headers: pageFontHeaders, body: pageFont })
    if (pathname === '/favicon.ico') return route.fulfill({ status: 204 })
    const response = await respond()
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() })
  })

  return {
    page,
    problems: () => problems,
    async open(anchor, { view, scheme }) {
      problems = []
      await page.setViewportSize(viewports[view])
      await page.emulateMedia({ colorScheme: scheme })
      // Opens another page first. If only the anchor changed, the browser would not load the page again.
      await page.goto('about:blank')
      await page.goto(`${origin}/v1/docs${anchor}`)
      await page.evaluate(() => document.fonts.ready)
      if (anchor !== '') await page.locator(`.menu a[href="${anchor}"][aria-current]`).waitFor({ state: 'attached' })
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}
