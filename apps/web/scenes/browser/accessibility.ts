import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The axe rules whose results depend on colors, sizes and positions. */
const rulesOfLook = ['color-contrast', 'link-in-text-block', 'target-size']

interface CheckOptions {
  /** Axe rules that are not checked, because they do not apply to the document. */
  skipped?: string[]
  /**
   * If true, checks only the rules about colors, sizes and positions. Use it if the document has already passed the
   * other rules.
   */
  onlyLook?: boolean
}

/**
 * Returns axe's findings in the document, with one line per rule. Also returns links without a style, which the browser
 * draws in its own color. Documents in frames are not checked, because they are separate pages that have their own
 * checks. Axe runs in the browser and only the lines are sent back, because sending all checked elements takes several
 * times as long as the check.
 */
export async function findAccessibilityProblems(page: Page, { skipped = [], onlyLook = false }: CheckOptions = {}): Promise<string[]> {
  // Half a megabyte of code, so it is injected only once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const unstyled = (await page.evaluate(findUnstyledLinks)).map((link) => `unstyled-link: ${link}`)
  const rules = onlyLook ? rulesOfLook.filter((rule) => !skipped.includes(rule)) : undefined
  return [...unstyled, ...(await page.evaluate(findViolations, { skipped, rules }))]
}

/**
 * The parts of a document that this file uses. They are declared here because tests of the server import this file
 * without a browser's types.
 */
interface BrowserDocument {
  querySelector(selector: string): { contains(element: unknown): boolean } | null
  querySelectorAll(selector: string): Iterable<BrowserLink>
  createElement(name: 'a'): BrowserLink & { href: string; style: { cssText: string }; remove(): void }
  body: { append(element: unknown): void }
  scrollingElement: { scrollTop: number }
}

type BrowserTarget = axe.ElementContext & { scrollIntoView(place: { block: 'center'; behavior: 'instant' }): void }

interface BrowserLink {
  outerHTML: string
  checkVisibility(): boolean
}

/**
 * Runs in the browser. Returns the links that have the browser's own link color, which no theme uses. The color is read
 * from an unstyled link, because it differs between light and dark.
 */
function findUnstyledLinks(): string[] {
  const { document, getComputedStyle } = globalThis as unknown as {
    document: BrowserDocument
    getComputedStyle(element: unknown): { color: string }
  }
  const plain = document.createElement('a')
  plain.href = '#plain'
  plain.style.cssText = 'all: revert !important'
  document.body.append(plain)
  const { color } = getComputedStyle(plain)
  plain.remove()
  const links = [...document.querySelectorAll('a[href]')].filter((link) => link.checkVisibility())
  return links.filter((link) => getComputedStyle(link).color === color).map(({ outerHTML }) => outerHTML.slice(0, 200))
}

/** Runs in the browser. Returns axe's findings, with one line for each violated rule. */
async function findViolations({ skipped, rules }: { skipped: string[]; rules: string[] | undefined }): Promise<string[]> {
  const { axe: injected, document } = globalThis as unknown as { axe: typeof axe; document: BrowserDocument }
  const { violations } = await injected.run({
    elementRef: true,
    iframes: false,
    resultTypes: ['violations'],
    ...(rules === undefined
      ? { rules: { 'target-size': { enabled: true }, ...Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }])) } }
      : { runOnly: rules }),
  })
  // If a modal dialog is open, the size of targets outside of the dialog is not checked, because they can't be pressed.
  // A sticky bar can also cover a part of such a target, depending on the scroll position.
  const modal = document.querySelector('[aria-modal="true"]')
  const isBehind = (id: string, element: unknown) => id === 'target-size' && modal !== null && !modal.contains(element)
  // A sticky bar on the page can cover a part of a target too. So a target that looks small is measured again in the
  // middle of the window.
  const isSmall = async (element: unknown) => {
    const { scrollingElement: scrolled } = document
    const place = scrolled.scrollTop
    const target = element as BrowserTarget
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const again = await injected.run(target, { iframes: false, runOnly: ['target-size'] })
    scrolled.scrollTop = place
    return again.violations.length > 0
  }
  const lines: string[] = []
  for (const { id, nodes } of violations) {
    const found: string[] = []
    for (const { element, html, any } of nodes) {
      if (isBehind(id, element) || (id === 'target-size' && element && !(await isSmall(element)))) continue
      found.push([html, ...any.map(({ message }) => message)].join(' '))
    }
    if (found.length > 0) lines.push(`${id}: ${found.join(' | ')}`)
  }
  return lines
}
