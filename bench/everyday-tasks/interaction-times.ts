import type { BrowserContext, Page } from 'playwright-core'

/** The shortest duration that the browser reports, in milliseconds (Event Timing API). */
const shortestReportedMs = 16

const collector = `
  const durations = new Map()
  window.readInteractions = () => ({ durationsMs: [...durations.values()], count: performance.interactionCount })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId > 0) durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0))
    }
  }).observe({ type: 'event', durationThreshold: ${shortestReportedMs}, buffered: true })
`

/** Lets every page of `context` collect how long each click and key press takes until the next frame. */
export async function collectInteractions(context: BrowserContext): Promise<void> {
  await context.addInitScript(collector)
}

/** In milliseconds, one for each interaction since the page loaded; those too short to be reported are 0. */
export async function readInteractionsMs(page: Page): Promise<number[]> {
  // Entries arrive after the frame that they measure.
  await page.waitForTimeout(200)
  const { durationsMs, count } = (await page.evaluate('readInteractions()')) as { durationsMs: number[]; count: number }
  return [...durationsMs, ...Array<number>(Math.max(0, count - durationsMs.length)).fill(0)]
}
