import type { Label, LabelDraft } from '@linkshelf/contract'
import { changingProject, type Project, refuse } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { addLabels } from './add-labels.ts'
import { showLabel } from './show-label.ts'

/** Refuses a name that the project has, whatever its case, and more labels than a project holds. */
export function createLabel(platform: Pick<Platform, 'db' | 'clock' | 'ids'>, project: Project, draft: LabelDraft): Promise<Label> {
  return changingProject(platform.db, project, async (tx) => {
    const [made] = await addLabels(tx, platform, project, [{ name: draft.name, isActive: draft.active }])
    return made ? showLabel(made) : refuse('LABEL_NAME_TAKEN')
  })
}
