import type { BrowserContext, Page } from 'playwright-core'

/** The shortest duration that the browser reports, in milliseconds (Event Timing API). */
const shortestReportedMs = 16

/** A click or a key press, measured until the next frame. */
export interface Interaction {
  durationMs: number
  /** The event that took longest, and the element that received it. */
  event: string
}

const collector = `
  const slowest = new Map()
  const describeElement = (element) => element?.ariaLabel || element?.textContent?.trim().slice(0, 40) || element?.tagName
  window.readInteractions = () => ({ interactions: [...slowest.values()], count: performance.interactionCount })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries()) {
      if (interactionId > 0 && duration > (slowest.get(interactionId)?.durationMs ?? 0))
        slowest.set(interactionId, { durationMs: duration, event: name + ' on ' + (target === document.body ? 'the page' : describeElement(target)) })
    }
  }).observe({ type: 'event', durationThreshold: ${shortestReportedMs}, buffered: true })
`

/** Lets every page of `context` collect how long each click and key press takes until the next frame. */
export async function collectInteractions(context: BrowserContext): Promise<void> {
  await context.addInitScript(collector)
}

/**
 * Returns each interaction since the page loaded. If an interaction was too short for the browser to report it, its
 * duration is 0 ms.
 */
export async function readInteractions(page: Page): Promise<Interaction[]> {
  // Waits, because entries arrive after the frame that they measure.
  await page.waitForTimeout(200)
  const read = (await page.evaluate('readInteractions()')) as { interactions: Interaction[]; count: number }
  const shortCount = Math.max(0, read.count - read.interactions.length)
  return [...read.interactions, ...Array.from({ length: shortCount }, () => ({ durationMs: 0, event: 'too short to be reported' }))]
}
