import type { ExportQuery } from '@linkshelf/contract'
import { toKebabCase } from '../../platform/csv/csv-file.ts'

interface ExportSubject {
  project: string
  /** Undefined where the export is not about a link. */
  slug: string | undefined
  of: ExportQuery['of'] | NonNullable<ExportQuery['by']>
  from: string | undefined
  to: string | undefined
}

const words: Record<ExportSubject['of'], string> = {
  overview: 'clicks',
  link: 'clicks',
  urls: 'links',
  breakdown: 'breakdown',
  visitors: 'visitors',
  country: 'countries',
  city: 'cities',
  device: 'devices',
  browser: 'browsers',
  os: 'systems',
  referrer: 'referrers',
  utm_source: 'campaign-sources',
  utm_medium: 'campaign-media',
  utm_campaign: 'campaigns',
  shop: 'shops',
  shop_reason: 'shop-reasons',
  video: 'videos',
}

/**
 * Returns a name such as `everyday-reviews-spring-countries-2026-03-01-to-2026-03-07.csv`. A slug is
 * case-sensitive and stays unchanged.
 */
export function exportFileName({ project, slug, of, from, to }: ExportSubject): string {
  return `${[toKebabCase(project), slug, words[of], ...(from && to ? [from, 'to', to] : [])].filter(Boolean).join('-')}.csv`
}
