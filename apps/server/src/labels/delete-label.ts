import { changingProject, fail, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { LabelListener } from './label-listener.ts'
import { deleteLabelRow, holdLabelAlone } from './label-table.ts'

/** Takes it off everything that carries it. */
export async function deleteLabel({ db }: Pick<Deps, 'db'>, listener: LabelListener, project: Project, labelId: string): Promise<void> {
  await changingProject(db, project, async (tx) => {
    const label = (await holdLabelAlone(tx, project.id, labelId)) ?? fail('LABEL_NOT_FOUND')
    await deleteLabelRow(tx, project.id, labelId)
    await listener.onDeleted(tx, project.id, label.name)
  })
}
