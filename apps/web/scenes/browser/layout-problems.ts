import type { Page } from 'playwright-core'

/** The minimum width in pixels of text with an ellipsis. About ten letters remain visible. */
const minTextPx = 80

/** Returns the problems of the page's layout at its current width. Returns an empty list if there are no problems. */
export function findLayoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(findProblems, minTextPx)
}

/** Runs in the browser. Returns the problems of the page's layout. */
function findProblems(minTextPx: number): string[] {
  const problems: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) problems.push(`The page scrolls sideways: ${scrollWidth} px of content on ${clientWidth} px`)

  const texts = listVisibleTexts()
  for (const { element, text } of texts) {
    const clipped = findClippingElement(element)
    if (clipped === undefined) continue
    const isCut = clipped.scrollWidth > clipped.clientWidth + 1
    const hasEllipsis = getComputedStyle(clipped).textOverflow === 'ellipsis'
    if (isCut && (!hasEllipsis || clipped.clientWidth < minTextPx)) problems.push(`“${text}” has ${clipped.clientWidth} px`)
  }
  for (const [index, one] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      if (one.bar === other.bar && one.lines.some((line) => other.lines.some((otherLine) => overlap(line, otherLine))))
        problems.push(`“${one.text}” and “${other.text}” overlap`)
    }
  }

  problems.push(...findUnevenEdges('left', 'top bar, content and footer', listLandmarkEdges('left')))
  problems.push(...findUnevenEdges('right', 'top bar, content and footer', listLandmarkEdges('right')))
  for (const grid of document.querySelectorAll('main *')) {
    if (!isCardGrid(grid)) continue
    for (const row of Map.groupBy(grid.children, (card) => Math.round(card.getBoundingClientRect().top)).values()) {
      const end = Math.max(...row.map((card) => card.getBoundingClientRect().right))
      if (grid.getBoundingClientRect().right - end > 1) problems.push(`A row of cards leaves a hole after “${row.at(-1)?.textContent}”`)
    }
  }
  return problems

  function listVisibleTexts(): { element: Element; text: string; lines: DOMRect[]; bar: Element | undefined }[] {
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const found = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim()
      if (element === null || !text || element.closest('svg, style, .visually-hidden') !== null) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()]
        .map((line) => toVisiblePart(line, element))
        .filter(({ width, height }) => width > 0 && height > 0)
      if (lines.length > 0) found.push({ element, text, lines, bar: findBottomBar(element) })
    }
    return found
  }

  /**
   * Returns the sticky bar at the lower edge of the window that contains the element. Such a bar covers content that is
   * scrolled under it.
   */
  function findBottomBar(element: Element): Element | undefined {
    for (let part: Element | null = element; part !== null && part.localName !== 'main'; part = part.parentElement) {
      const { position, bottom } = getComputedStyle(part)
      if (position === 'sticky' && bottom === '0px') return part
    }
    return undefined
  }

  /** Returns the part of a box that no ancestor clips. */
  function toVisiblePart(box: DOMRect, element: Element): DOMRect {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom]
    for (let part: Element | null = element; part !== null; part = part.parentElement) {
      if (getComputedStyle(part).overflow === 'visible') continue
      const edges = part.getBoundingClientRect()
      left = Math.max(left, edges.left)
      top = Math.max(top, edges.top)
      right = Math.min(right, edges.right)
      bottom = Math.min(bottom, edges.bottom)
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }

  /**
   * Returns the element that clips a text: the text's own element, or the block around it. Returns undefined if the
   * element scrolls, because its content can be scrolled into view.
   */
  function findClippingElement(element: Element): Element | undefined {
    for (let part: Element | null = element; part !== null && part.localName !== 'main'; part = part.parentElement) {
      const { display, overflowX } = getComputedStyle(part)
      if (overflowX === 'auto' || overflowX === 'scroll') return undefined
      if (!display.startsWith('inline') || overflowX !== 'visible') return part
    }
    return undefined
  }

  function overlap(one: DOMRect, other: DOMRect): boolean {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    return width > 2 && height > 4
  }

  /** Returns the outer edges of the content of the top bar, the main element and the footer. */
  function listLandmarkEdges(side: 'left' | 'right'): number[] {
    const parts = ['header[role], header', 'main', 'footer'].map((selector) => document.querySelector(selector))
    return parts.filter((part) => part !== null).map((part) => computeContentEdge(part, side))
  }

  function computeContentEdge(landmark: Element, side: 'left' | 'right'): number {
    const inner = landmark.localName === 'header' ? (landmark.firstElementChild ?? landmark) : landmark
    const style = getComputedStyle(inner)
    const box = inner.getBoundingClientRect()
    return side === 'left' ? box.left + Number.parseFloat(style.paddingLeft) : box.right - Number.parseFloat(style.paddingRight)
  }

  function findUnevenEdges(side: string, what: string, edges: number[]): string[] {
    return Math.max(...edges) - Math.min(...edges) > 1 ? [`The ${side} edges of ${what} differ: ${edges.join(', ')}`] : []
  }

  function isCardGrid(element: Element): boolean {
    const isGrid = getComputedStyle(element).display === 'grid' && element.children.length > 1
    return isGrid && [...element.children].every((child) => child.classList.contains('mantine-Paper-root'))
  }
}
