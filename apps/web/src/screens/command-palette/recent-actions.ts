import { readStored, writeStored } from '../../ui/browser/local-storage.ts'

const maxRecent = 4

/** Returns the ids of the actions that were run last in this project and browser, latest first. */
export function readRecentIds(projectId: string): string[] {
  const stored = readStored(toKey(projectId))
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

export function storeRecentId(projectId: string, id: string): void {
  const others = readRecentIds(projectId).filter((other) => other !== id)
  writeStored(toKey(projectId), [id, ...others].slice(0, maxRecent))
}

function toKey(projectId: string): string {
  return `linkshelf.recent-actions.${projectId}`
}
