import type { ProductImport } from '@linkshelf/contract'
import type { ReactNode } from 'react'
import { ImportSummary, summaryLine } from '../../../ui/imports/import-summary.tsx'

interface ProductImportSummaryProps {
  shown: ProductImport
  isForecast?: boolean
  /** The button that downloads it. */
  report: ReactNode
}

export function ProductImportSummary({ shown, isForecast = false, report }: ProductImportSummaryProps) {
  const { created, updated, rejected, incomplete, links, links_over_limit, ignored_columns } = shown
  const line = (count: number, noun: string, done: string, detail?: string) => summaryLine(isForecast, count, noun, done, detail)
  const lines = [
    line(created, 'product', 'created'),
    line(updated, 'product', 'updated'),
    line(links, 'short link', 'created'),
    line(links_over_limit, 'short link', 'left out', 'Your plan has no more links for this project.'),
    line(incomplete, 'product', 'imported in part', 'Without a category or a short link. The report says which.'),
    line(rejected, 'row', 'rejected', 'The report says why. You can correct and import it.'),
  ]
  return <ImportSummary lines={lines} ignoredColumns={ignored_columns} report={rejected + incomplete > 0 && report} />
}
