import type { Label, LabelDraft } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { addLabels } from './add-labels.ts'
import { toLabel } from './to-label.ts'

/** Throws LABEL_NAME_TAKEN when the project has the name, ignoring case, and LABEL_LIMIT_REACHED. */
export function createLabel(deps: Pick<Deps, 'ids'>, ctx: ProjectContext, draft: LabelDraft): Promise<Label> {
  return mutate(ctx, { action: 'label.create', entity: 'label' }, async (tx, change) => {
    const [created] = await addLabels(tx, deps, ctx, [{ name: draft.name, isActive: draft.active, color: draft.color_hex }])
    if (created === undefined) return fail('LABEL_NAME_TAKEN')
    Object.assign(change, { entityId: created.id, after: toLabel(created) })
    return toLabel(created)
  })
}
