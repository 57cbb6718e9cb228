import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Returns axe's findings in the document, as a line per rule, without the `skipped` rules. Documents inside frames are
 * checked where they are pages of their own. Only the lines leave the browser: sending all checked elements takes
 * several times as long as the check.
 */
export async function violations(page: Page, { skipped = [] }: { skipped?: string[] } = {}): Promise<string[]> {
  // Half a megabyte of code, injected once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(findViolations, skipped)
}

/** The part of a document that is read: tests of the server check pages too, without a browser's types. */
interface BrowserDocument {
  querySelector(selector: string): { contains(element: unknown): boolean } | null
}

/** Runs in the browser. */
async function findViolations(skipped: string[]): Promise<string[]> {
  const { axe: injected, document } = globalThis as unknown as { axe: typeof axe; document: BrowserDocument }
  const { violations } = await injected.run({
    elementRef: true,
    iframes: false,
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true }, ...Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }])) },
  })
  // Behind a modal dialog nothing can be pressed: how much of it a sticky bar covers depends on where the page stands.
  const modal = document.querySelector('[aria-modal="true"]')
  const isBehind = (id: string, element: unknown) => id === 'target-size' && modal !== null && !modal.contains(element)
  return violations.flatMap(({ id, nodes }) => {
    const found = nodes.filter(({ element }) => !isBehind(id, element))
    const lines = found.map(({ html, any }) => [html, ...any.map(({ message }) => message)].join(' '))
    return lines.length === 0 ? [] : [`${id}: ${lines.join(' | ')}`]
  })
}
