import { createHash } from 'node:crypto'
import { noId } from '../../clicks/index.ts'

/** The last group of an id changes. The groups before it stay, the time first, so that rows keep their order. */
const endLength = 12

/**
 * The id in the importing instance of what has this id in an archive: always the same for one import, so an import that
 * is killed needs no list of ids. No other row has it, because the import's own id is random.
 */
export function toImportedId<Id extends string = string>(importId: string, archivedId: string): Id {
  if (archivedId === noId) return archivedId as Id
  const end = createHash('sha256').update(importId).update(archivedId).digest('hex').slice(0, endLength)
  return `${archivedId.slice(0, -endLength)}${end}` as Id
}

/** The digest that an uploaded picture of an archive gets. */
export function toImportedDigest(importId: string, archivedDigest: string): string {
  return createHash('sha256').update(importId).update(archivedDigest).digest('base64url').slice(0, archivedDigest.length)
}
