import type { Page } from 'playwright-core'

/** Returns the texts that focus rings cover when the keyboard is used. Returns an empty list if no text is covered. */
export async function findTextsUnderFocusRings(page: Page): Promise<string[]> {
  await page.keyboard.press('Tab')
  // Scrolls to the top, because the sticky top bar would hide texts below it.
  await page.evaluate(() => window.scrollTo(0, 0))
  return page.evaluate(findCovered)
}

/** Runs in the browser. Returns one line for each text that a focus ring covers. */
function findCovered(): string[] {
  const texts = listGlyphBoxes()
  const focusable = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')]
  return focusable.flatMap((element) => {
    const { scrollX, scrollY } = window
    element.focus({ preventScroll: true })
    // A date field is scrolled into view even with `preventScroll`, so the scroll position is restored.
    window.scrollTo(scrollX, scrollY)
    if (document.activeElement !== element) return []
    return listRings(element).flatMap(({ inner, outer }) =>
      texts
        .filter(({ box }) => overlaps(box, outer) && !contains(inner, box))
        .map(({ text }) => `The focus ring of ${describeElement(element)} covers “${text}”`),
    )
  })

  /** Returns the boxes of the letters of each text. They are smaller than the line boxes. */
  function listGlyphBoxes(): { text: string; box: DOMRect }[] {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim()
      const parent = node.parentElement
      if (
        !text ||
        parent === null ||
        parent.closest('.visually-hidden, svg') !== null ||
        !parent.checkVisibility({ opacityProperty: true })
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const edges = parent.getBoundingClientRect()
      for (const { left, top, right, width, height } of range.getClientRects()) {
        // An ellipsis cuts the text at the edge of its element.
        const shown = Math.min(right, Math.max(edges.right, left)) - left
        const box = new DOMRect(left + 1, top + height * 0.25, Math.min(width, shown) - 2, height * 0.5)
        found.push({ text, box: toPaintedPart(parent, box) })
      }
    }
    return found.filter(({ box }) => box.width > 0)
  }

  /** Returns the visible part of the box. Elements that scroll sideways clip the rest. */
  function toPaintedPart(element: HTMLElement, { left, top, right, height }: DOMRect): DOMRect {
    for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
      if (!['auto', 'scroll', 'hidden'].includes(getComputedStyle(outer).overflowX)) continue
      const edges = outer.getBoundingClientRect()
      left = Math.max(left, edges.left)
      right = Math.min(right, edges.right)
    }
    return new DOMRect(left, top, Math.max(0, right - left), height)
  }

  function listRings(element: HTMLElement): { inner: DOMRect; outer: DOMRect }[] {
    // If a field is hidden, its label has the focus ring.
    const shown = element.closest('.visually-hidden') === null ? element : element.closest('label')
    if (shown === null) return []
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(shown)
    if (outlineStyle === 'none') return []
    const offset = Number.parseFloat(outlineOffset)
    if (toPaintedPart(shown, shown.getBoundingClientRect()).width === 0) return []
    return [...shown.getClientRects()].map((box) => ({
      inner: grow(box, offset),
      outer: grow(box, offset + Number.parseFloat(outlineWidth)),
    }))
  }

  function grow({ left, top, width, height }: DOMRect, by: number): DOMRect {
    return new DOMRect(left - by, top - by, width + 2 * by, height + 2 * by)
  }

  function overlaps(one: DOMRect, other: DOMRect): boolean {
    return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  }

  function contains(outer: DOMRect, inner: DOMRect): boolean {
    return outer.left <= inner.left && outer.right >= inner.right && outer.top <= inner.top && outer.bottom >= inner.bottom
  }

  function describeElement(element: HTMLElement): string {
    return element.ariaLabel ?? element.textContent?.trim() ?? element.localName
  }
}
