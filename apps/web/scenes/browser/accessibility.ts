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

/** Runs in the browser. */
async function findViolations(skipped: string[]): Promise<string[]> {
  const { axe: injected } = globalThis as unknown as { axe: typeof axe }
  const { violations } = await injected.run({
    iframes: false,
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true }, ...Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }])) },
  })
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)].join(' ')).join(' | ')}`,
  )
}
