import { labelsPerProject } from '@linkshelf/contract'
import { fail, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { countLabels, holdLabelList, insertLabels, type LabelRow } from './label-table.ts'

/** What a label needs of its project. */
export type LabelledProject = Pick<Project, 'id' | 'organizationId'>

/** Gives back the labels that were made: not those whose name is held. Refuses when the project would hold too many. */
export async function addLabels(
  tx: Tx,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  project: LabelledProject,
  wanted: readonly { name: string; isActive: boolean }[],
): Promise<LabelRow[]> {
  await holdLabelList(tx, project.id)
  const createdAt = clock.now()
  const made = await insertLabels(
    tx,
    project.organizationId,
    project.id,
    wanted.map((label) => ({ id: ids.next(), createdAt, ...label })),
  )
  // The list is held: whoever counts next counts these too.
  if (made.length > 0 && (await countLabels(tx, project.id)) > labelsPerProject) fail('LABEL_LIMIT_REACHED')
  return made
}
