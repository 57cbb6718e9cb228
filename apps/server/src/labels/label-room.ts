import { labelsPerProject } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { countLabels, lockLabelListForUpdate, selectLabelIds } from './label-table.ts'

export interface LabelRoom {
  /** The requested names that the project has as labels, compared without case. */
  knownNames: Set<string>
  /** How many more labels the project may have. */
  left: number
}

export async function selectLabelRoom(tx: Tx, { project }: ProjectContext, names: readonly string[]): Promise<LabelRoom> {
  if (names.length === 0) return { knownNames: new Set(), left: 0 }
  const known = await selectLabelIds(tx, project.id, names)
  return { knownNames: new Set(known.keys()), left: Math.max(0, labelsPerProject - (await countLabels(tx, project.id))) }
}

/** The same, locked until the transaction ends. */
export async function lockLabelRoom(tx: Tx, ctx: ProjectContext, names: readonly string[]): Promise<LabelRoom> {
  if (names.length > 0) await lockLabelListForUpdate(tx, ctx.project.id)
  return selectLabelRoom(tx, ctx, names)
}
