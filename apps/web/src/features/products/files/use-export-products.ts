import { api, type ProjectScope } from '../../../api.ts'
import { useFileDownload } from '../../../use-file-download.ts'

/** Downloads every product as a CSV file. */
export function useExportProducts(scope: ProjectScope) {
  return useFileDownload(() => api.products.export.call({ params: scope }))
}
