import type { Page } from 'playwright-core'
import { listSpecified } from '../../../../harness/product-specification.ts'

const shown = { texts: new Set<string>(), routes: new Set<string>() }

/**
 * Records the page's lines of text and the names of its elements. Also records the page's current path and the path of
 * `address`.
 */
export async function recordTexts(page: Page, address: string): Promise<void> {
  const { href, pathname } = new URL(page.url())
  shown.routes.add(pathname).add(new URL(address, href).pathname)
  const [visible = ''] = await page.locator('body').allInnerTexts()
  for (const text of [...visible.split(/[\n\t]/), ...(await page.evaluate(readNames))]) shown.texts.add(text.trim())
}

/** Returns the texts and routes of the product specification that were never recorded. */
export function findUnshownTexts(): string[] {
  return [...findMissing(listSpecified('Texts'), shown.texts), ...findMissing(listSpecified('Routes'), shown.routes)]
}

function findMissing(specified: readonly string[], found: ReadonlySet<string>): string[] {
  return specified.filter((entry) => {
    const parts = entry.split(/\{\w+\}/).map((part) => RegExp.escape(part))
    const pattern = new RegExp(`^${parts.join('[^/]+')}$`)
    return ![...found].some((one) => pattern.test(one))
  })
}

/** Runs in the browser. Returns the ARIA labels, placeholders and titles of all visible elements. */
function readNames(): string[] {
  const named = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].filter((element) => element.checkVisibility())
  return named.flatMap((element) => ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''))
}
