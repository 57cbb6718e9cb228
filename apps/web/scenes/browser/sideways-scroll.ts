import type { Page } from 'playwright-core'

export async function findSidewaysScroll(page: Page): Promise<string[]> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  return scrollWidth > clientWidth ? [`${scrollWidth} px of content on ${clientWidth} px`] : []
}
