import type { Label, LabelUpdate } from '@linkshelf/contract'
import { changingProject, fail, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { LabelListener } from './label-listener.ts'
import { holdLabelAlone, holdLabelList, updateLabel } from './label-table.ts'
import { showLabel } from './show-label.ts'

/** A new name reaches everything that carries the old one. Refuses a name that another label of the project has, whatever its case. */
export function editLabel(
  { db }: Pick<Deps, 'db'>,
  listener: LabelListener,
  project: Project,
  labelId: string,
  edit: LabelUpdate,
): Promise<Label> {
  return changingProject(db, project, async (tx) => {
    if (edit.name !== undefined) await holdLabelList(tx, project.id)
    const before = (await holdLabelAlone(tx, project.id, labelId)) ?? fail('LABEL_NOT_FOUND')
    const change = { name: edit.name ?? before.name, is_active: edit.active ?? before.is_active }
    const after = (await updateLabel(tx, project.id, labelId, change)) ?? fail('LABEL_NAME_TAKEN')
    if (after.name !== before.name) await listener.onRenamed(tx, project.id, { from: before.name, to: after.name })
    return showLabel(after)
  })
}
