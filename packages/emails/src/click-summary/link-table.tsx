import { FigureTable, toShownUrl } from '../layout/figure-table.tsx'
import { type Amount, formatAmounts, formatDifference } from '../layout/numbers.ts'

export interface SummarizedLink {
  title: string | null
  /** The short URL. */
  url: string
  clicks: number
  clicksBefore: number
  /** What the link earned on the day, with one entry per currency. */
  earned: readonly Amount[]
}

/** Shows the links of a project. The table has a column of earnings if any link earned something. */
export function LinkTable({ links }: { links: readonly SummarizedLink[] }) {
  const hasEarned = links.some(({ earned }) => earned.length > 0)
  return (
    <FigureTable
      title="Top links"
      columns={['Clicks', 'Change', ...(hasEarned ? ['Earned'] : [])]}
      rows={links.map(({ title, url, clicks, clicksBefore, earned }) => ({
        key: url,
        name: title ?? toShownUrl(url),
        detail: title === null ? undefined : toShownUrl(url),
        figures: [clicks.toLocaleString('en'), formatDifference(clicks, clicksBefore), ...(hasEarned ? [formatAmounts(earned)] : [])],
      }))}
    />
  )
}
