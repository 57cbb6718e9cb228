import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds, as a line per rule, without the `skipped` rules. Axe is half a megabyte of code; it is injected once per document. */
export async function violations(page: Page, { skipped = [] }: { skipped?: string[] } = {}): Promise<string[]> {
  const isInjected = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isInjected && { axeSource: 'axe' }) })
  const { violations } = await builder
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true }, ...Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }])) },
    })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

export async function sidewaysScroll(page: Page): Promise<string[]> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  return scrollWidth > clientWidth ? [`${scrollWidth} px of content on ${clientWidth} px`] : []
}
