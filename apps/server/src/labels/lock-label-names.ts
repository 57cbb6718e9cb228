import type { ProjectId } from '@linkshelf/contract'
import type { Tx } from '../platform/postgres/postgres.ts'
import { lockLabels, selectLabelIds } from './label-table.ts'

/**
 * Locks the labels with these names, compared without case, and returns their names in the project's spelling. They
 * can't be renamed or deleted until the transaction ends. Call it before a link is locked.
 */
export async function lockLabelNames(tx: Tx, projectId: ProjectId, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const idByName = await selectLabelIds(tx, projectId, names)
  if (idByName.size === 0) return []
  const locked = await lockLabels(tx, projectId, [...new Set(idByName.values())])
  return locked.map(({ name }) => name)
}
