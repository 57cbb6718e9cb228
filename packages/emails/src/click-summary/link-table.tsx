import { FigureTable, toShownUrl } from '../layout/figure-table.tsx'
import { formatDifference } from '../layout/numbers.ts'

export interface SummarizedLink {
  title: string | null
  /** The short URL. */
  url: string
  clicks: number
  clicksBefore: number
}

export function LinkTable({ links }: { links: readonly SummarizedLink[] }) {
  return (
    <FigureTable
      title="Top links"
      columns={['Clicks', 'Change']}
      rows={links.map(({ title, url, clicks, clicksBefore }) => ({
        key: url,
        name: title ?? toShownUrl(url),
        detail: title === null ? undefined : toShownUrl(url),
        figures: [clicks.toLocaleString('en'), formatDifference(clicks, clicksBefore)],
      }))}
    />
  )
}
