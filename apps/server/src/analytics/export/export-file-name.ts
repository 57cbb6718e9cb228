import type { ExportQuery } from '@linkshelf/contract'
import { encodeExtended } from 'content-disposition'

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
}

/** For example `everyday-reviews-spring-countries-2026-03-01-to-2026-03-07.csv`. A slug is case-sensitive and stays unchanged. */
export function exportFileName({ project, slug, of, from, to }: ExportSubject): string {
  return `${[toKebabCase(project), slug, words[of], from, 'to', to].filter(Boolean).join('-')}.csv`
}

/**
 * RFC 6266: the name in ASCII, and in UTF-8 for clients that support it. Both are always there, and the ASCII name is quoted: the API client reads no
 * other form.
 */
export function toContentDisposition(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-zA-Z0-9._]+/g, '-')
    .replace(/^-/, '')
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(name)}`
}

/** Keeps letters and digits of every script; anything between them becomes one hyphen. */
function toKebabCase(text: string): string {
  const parts = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return (parts ?? []).join('-')
}
