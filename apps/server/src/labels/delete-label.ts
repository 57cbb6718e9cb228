import type { LabelId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import type { LabelListener } from './label-listener.ts'
import { deleteLabelRow, lockLabelForUpdate } from './label-table.ts'
import { toLabel } from './to-label.ts'

/** Removes the label from every link that carries it. Throws LABEL_NOT_FOUND. */
export function deleteLabel({ labelListener }: { labelListener: LabelListener }, ctx: ProjectContext, labelId: LabelId): Promise<void> {
  return mutate(ctx, { action: 'label.delete', entity: 'label', entityId: labelId }, async (tx, change) => {
    const label = (await lockLabelForUpdate(tx, ctx.project.id, labelId)) ?? fail('LABEL_NOT_FOUND')
    change.before = toLabel(label)
    await deleteLabelRow(tx, ctx.project.id, labelId)
    await labelListener.onDeleted(tx, ctx.project.id, label.name)
  })
}
