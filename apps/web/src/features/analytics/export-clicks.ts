import type { AskedExport } from '@linkshelf/contract'
import { api, type Place } from '../../api.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Fetches the numbers as a CSV file, which the server names, and hands it to the browser's downloads. */
export async function exportClicks(place: Place, query: AskedExport): Promise<void> {
  const { body } = await api.analytics.exportClicks.call({ params: place, query })
  if (body instanceof File) saveFile(body, body.name)
}
