import type { ExportQuery } from '@linkshelf/contract'

interface Exported {
  project: string
  /** Of the link it is about, where it is about one. */
  slug: string | undefined
  of: ExportQuery['of'] | NonNullable<ExportQuery['by']>
  from: string | undefined
  to: string | undefined
}

const words: Record<Exported['of'], string> = {
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

/** What a file of an export is called: `everyday-reviews-spring-countries-2026-03-01-to-2026-03-07.csv`. A slug keeps its capitals, which tell it from others. */
export function exportName({ project, slug, of, from, to }: Exported): string {
  return `${[kebab(project), slug, words[of], from, 'to', to].filter(Boolean).join('-')}.csv`
}

/** RFC 6266: the name as it is, and in ASCII for who can't read that. It has nothing but letters, numbers and the signs that URLs leave as they are. */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-zA-Z0-9._]+/g, '-')
    .replace(/^-/, '')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Letters and numbers of any script stay; whatever stands between them is one hyphen. */
function kebab(text: string): string {
  const parts = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return (parts ?? []).join('-')
}
