import type { RenderedEmail } from '@linkshelf/emails'
import type { Page } from 'playwright-core'
import type { OpenBrowser } from '../../../../harness/open-browser.ts'
import { type ColorScheme, type View, viewports } from '../browser/scene-visitor.ts'

export interface EmailVisitor extends AsyncDisposable {
  page: Page
  open(email: RenderedEmail, view: View, scheme: ColorScheme): Promise<void>
  /** The URLs that the opened emails requested. */
  requests(): string[]
}

/** Opens a page that shows emails like a mail program that supports style sheets. */
export async function openEmailVisitor({ newVisitor }: OpenBrowser): Promise<EmailVisitor> {
  const { context, page } = await newVisitor({ reducedMotion: 'reduce' })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  return {
    page,
    requests: () => requests,
    async open({ html }, view, colorScheme) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewports[view])
      await page.setContent(html, { waitUntil: 'load' })
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}
