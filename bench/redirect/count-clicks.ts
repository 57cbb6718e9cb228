import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listEdges, listSegments, toSegmentPath } from '../../apps/server/src/clicks/journal/journal-files.ts'
import { splitRecords } from '../../apps/server/src/clicks/journal/records/record-frame.ts'
import { readRecord } from '../../apps/server/src/clicks/journal/records/visit-records.ts'

/**
 * Counts the click records in the journals of a data folder, and their distinct ids. Throws if a segment is damaged.
 */
export async function countJournaledClicks(dataFolder: string): Promise<{ clicks: number; ids: number }> {
  const journals = join(dataFolder, 'journal')
  const counts = { clicks: 0, ids: 0 }
  for (const edge of await listEdges(journals)) {
    for (const segment of await listSegments(join(journals, edge))) {
      // Ids begin with the time, so no two segments share an id.
      const ids = new Set<string>()
      const { records, damage, tornBytes } = splitRecords(await readFile(toSegmentPath(join(journals, edge), segment)), true)
      if (damage.length > 0 || tornBytes > 0) throw new Error(`Segment ${segment} is damaged`)
      for (const record of records) ids.add(readRecord(record).id)
      counts.clicks += records.length
      counts.ids += ids.size
    }
  }
  return counts
}
