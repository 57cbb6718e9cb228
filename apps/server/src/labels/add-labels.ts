import { labelsPerProject } from '@linkshelf/contract'
import { fail, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { countLabels, insertLabels, type LabelRow, lockLabelListForUpdate, type NewLabel } from './label-table.ts'

/** Creates the labels, skips names that exist, and returns the new ones. Throws LABEL_LIMIT_REACHED. */
export async function addLabels(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  { organization, project, now }: ProjectContext,
  labels: readonly Pick<NewLabel, 'name' | 'isActive' | 'color'>[],
): Promise<LabelRow[]> {
  await lockLabelListForUpdate(tx, project.id)
  const created = await insertLabels(
    tx,
    organization.id,
    project.id,
    labels.map((label) => ({ id: ids.next(), createdAt: now, ...label })),
  )
  // The list is locked, so the next transaction to count includes these.
  if (created.length > 0 && (await countLabels(tx, project.id)) > labelsPerProject) fail('LABEL_LIMIT_REACHED')
  return created
}
