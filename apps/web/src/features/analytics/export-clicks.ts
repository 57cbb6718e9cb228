import type { ExportQueryInput } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../api.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Fetches the numbers as a CSV file, which the server names, and hands it to the browser's downloads. */
export async function exportClicks(scope: ProjectScope, query: ExportQueryInput): Promise<void> {
  const { body } = await api.analytics.export.call({ params: scope, query })
  if (body instanceof File) saveFile(body, body.name)
}
