import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listEdges, listSegments, toSegmentPath } from '../journal/journal-files.ts'

/** Returns whether the folder has journals of edges. False if the folder can't be read. */
export async function hasJournals(folder: string): Promise<boolean> {
  return (await listEdges(folder).catch(() => [])).length > 0
}

/**
 * Copies the journals of an original, so that a restored instance ships the clicks that its back-up lacks. The
 * positions of the journals are not copied: without a position, the shipper looks up each record before it inserts it,
 * so no click is counted twice. Returns the number of copied segments.
 */
export async function copyJournals(from: string, to: string): Promise<number> {
  let count = 0
  for (const edge of await listEdges(from)) {
    const [source, target] = [join(from, edge), join(to, edge)]
    await mkdir(target, { recursive: true })
    for (const segment of await listSegments(source)) {
      await copyFile(toSegmentPath(source, segment), toSegmentPath(target, segment))
      count += 1
    }
  }
  return count
}
