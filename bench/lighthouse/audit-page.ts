import lighthouse, { defaultConfig } from 'lighthouse'

const categories = ['performance', 'accessibility', 'best-practices'] as const
const metrics = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'SI ms': 'speed-index',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const

export interface PageAudit {
  /**
   * Scores from 0 to 100, metrics, and the speed of this machine during the visit (Lighthouse's benchmark index), by
   * name.
   */
  figures: Record<string, number>
  /** The whole report, as HTML. */
  report: string
}

interface Visit {
  /** The port of Chromium's DevTools. */
  port: number
  /** The factor by which the simulated phone is slower than this machine. */
  slowdown: number
  /** True if search engines may index the page. Then its SEO is audited too. */
  isPublic: boolean
}

/** Audits one visit with an empty cache, as from a phone on a slow 4G connection (simulated by Lighthouse). */
export async function auditPage(address: string, { port, slowdown, isPublic }: Visit): Promise<PageAudit> {
  const audited = isPublic ? [...categories, 'seo'] : [...categories]
  const throttling = { ...defaultConfig.settings?.throttling, cpuSlowdownMultiplier: slowdown }
  const result = await lighthouse(address, { port, output: 'html', onlyCategories: audited, logLevel: 'error', throttling })
  if (result === undefined) throw new Error(`Lighthouse returned nothing for ${address}`)
  const { lhr, report } = result
  if (lhr.runtimeError !== undefined) throw new Error(`${address}: ${lhr.runtimeError.message}`)
  if (lhr.finalDisplayedUrl !== address) throw new Error(`${address} redirected to ${lhr.finalDisplayedUrl}`)
  const scores = audited.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)])
  const values = Object.entries(metrics).map(([name, id]) => [name, roundFigure(lhr.audits[id]?.numericValue ?? Number.NaN)])
  const machine = [['machine', Math.round(lhr.environment.benchmarkIndex)]]
  return { figures: Object.fromEntries([...scores, ...values, ...machine]), report: String(report) }
}

function roundFigure(value: number): number {
  return value < 10 ? Number(value.toFixed(3)) : Math.round(value)
}
