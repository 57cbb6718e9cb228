import type { Label, LabelId, LabelUpdate } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import type { LabelListener } from './label-listener.ts'
import { lockLabelForUpdate, lockLabelListForUpdate, updateLabelRow } from './label-table.ts'
import { toLabel } from './to-label.ts'

interface LabelUpdateInput {
  labelId: LabelId
  update: LabelUpdate
}

/**
 * A new name reaches every link that carries the old one. Throws LABEL_NOT_FOUND, or LABEL_NAME_TAKEN when another
 * label has the name, ignoring case.
 */
export function updateLabel(
  { labelListener }: { labelListener: LabelListener },
  ctx: ProjectContext,
  { labelId, update }: LabelUpdateInput,
): Promise<Label> {
  return mutate(ctx, { action: 'label.update', entity: 'label', entityId: labelId }, async (tx, change) => {
    const { project } = ctx
    if (update.name !== undefined) await lockLabelListForUpdate(tx, project.id)
    const before = (await lockLabelForUpdate(tx, project.id, labelId)) ?? fail('LABEL_NOT_FOUND')
    const values = {
      name: update.name ?? before.name,
      is_active: update.active ?? before.is_active,
      color_hex: update.color_hex === undefined ? before.color_hex : update.color_hex,
    }
    const after = (await updateLabelRow(tx, project.id, labelId, values)) ?? fail('LABEL_NAME_TAKEN')
    if (after.name !== before.name) await labelListener.onRenamed(tx, project.id, { from: before.name, to: after.name })
    Object.assign(change, { before: toLabel(before), after: toLabel(after) })
    return toLabel(after)
  })
}
