import type { Label, LabelDraft } from '@linkshelf/contract'
import { changingProject, fail, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { addLabels } from './add-labels.ts'
import { showLabel } from './show-label.ts'

/** Refuses a name that the project has, whatever its case, and more labels than a project holds. */
export function createLabel(deps: Pick<Deps, 'db' | 'clock' | 'ids'>, project: Project, draft: LabelDraft): Promise<Label> {
  return changingProject(deps.db, project, async (tx) => {
    const [made] = await addLabels(tx, deps, project, [{ name: draft.name, isActive: draft.active }])
    return made ? showLabel(made) : fail('LABEL_NAME_TAKEN')
  })
}
