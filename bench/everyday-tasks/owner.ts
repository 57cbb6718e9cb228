import type { Locator, Page } from 'playwright-core'

/**
 * The interval in milliseconds at which `see` checks if something is on screen. Playwright's own waits check after 20,
 * 50, 100 and 100 ms, then every 500 ms.
 */
const pollMs = 25
const longestWaitMs = 30_000

/** The input that a user makes for one task. */
export interface Effort {
  clicks: number
  /** Keys that enter no text: shortcuts, Enter, and a paste. */
  keys: number
  /** Characters typed into fields. */
  typed: number
}

/** A user of the dashboard, whose every action is counted. */
export class Owner {
  effort: Effort = { clicks: 0, keys: 0, typed: 0 }
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    this.effort.clicks += 1
    await this.see(target)
    await target.click()
  }

  async press(key: string): Promise<void> {
    this.effort.keys += 1
    await this.page.keyboard.press(key)
  }

  /** Types into the focused field. */
  async type(text: string): Promise<void> {
    this.effort.typed += text.length
    await this.page.keyboard.insertText(text)
  }

  async paste(text: string): Promise<void> {
    await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await this.press('Control+V')
  }

  /** Waits until the element is on screen. */
  async see(target: Locator): Promise<void> {
    const until = performance.now() + longestWaitMs
    while (performance.now() < until && !(await target.first().isVisible())) await this.page.waitForTimeout(pollMs)
    await target.first().waitFor()
  }
}
