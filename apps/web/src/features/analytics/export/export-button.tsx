import type { ExportQueryInput } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../../api/api.ts'
import { useFileDownload } from '../../../api/use-file-download.ts'
import { ExportButton as Button } from '../../../ui/tables/export-button.tsx'

interface ExportButtonProps {
  scope: ProjectScope
  query: ExportQueryInput
  /** The name of the exported numbers, as in "Export clicks by day as CSV". */
  name: string
}

/** Downloads the numbers beside the button as a CSV file. */
export function ExportButton({ scope, query, name }: ExportButtonProps) {
  const { mutate, isPending } = useFileDownload(() => api.analytics.export.call({ params: scope, query }))
  return <Button name={name} isPending={isPending} onExport={() => mutate()} />
}
