import { api, type ProjectScope } from '../../../api/api.ts'
import { useFileDownload } from '../../../api/use-file-download.ts'

/** Downloads every product as a CSV file. */
export function useExportProducts(scope: ProjectScope) {
  return useFileDownload(() => api.products.export.call({ params: scope }))
}
