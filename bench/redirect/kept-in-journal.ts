import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRecord } from '../../apps/server/src/clicks/journal/click-record.ts'
import { listEdges, listSegments, segmentPath } from '../../apps/server/src/clicks/journal/journal-files.ts'
import { splitRecords } from '../../apps/server/src/clicks/journal/split-records.ts'

/** How many whole clicks are in the journals of a data folder, and how many different ids they have. Throws when anything else lies between them. */
export async function keptInJournal(dataFolder: string): Promise<{ clicks: number; ids: number }> {
  const journals = join(dataFolder, 'journal')
  const kept = { clicks: 0, ids: 0 }
  for (const edge of await listEdges(journals)) {
    for (const segment of await listSegments(join(journals, edge))) {
      // Ids begin with the time: no two segments share one.
      const ids = new Set<string>()
      const { records, damage, tornBytes } = splitRecords(await readFile(segmentPath(join(journals, edge), segment)), true)
      if (damage.length > 0 || tornBytes > 0) throw new Error(`Segment ${segment} is damaged`)
      for (const record of records) ids.add(readRecord(record).id)
      kept.clicks += records.length
      kept.ids += ids.size
    }
  }
  return kept
}
