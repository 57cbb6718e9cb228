import type { Label, LabelDraft, LabelId, LabelUpdate, ProjectId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, projectCall, read } from '../access/index.ts'
import type { CoreDeps, Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { addLabels } from './label-names.ts'
import {
  deleteLabelRow,
  lockLabelForUpdate,
  lockLabelListForUpdate,
  selectLabel,
  selectLabels,
  toLabel,
  updateLabelRow,
} from './label-table.ts'

const calls = projectCall.labels

export function labelRoutes(deps: Deps & { labelListener: LabelListener }) {
  return {
    list: calls.list.handler(({ context }) => listLabels(context.ctx)),
    get: calls.get.handler(({ context, input }) => getLabel(context.ctx, input.params.labelId)),
    create: calls.create.handler(({ context, input }) => createLabel(deps, context.ctx, input.body)),
    update: calls.update.handler(({ context, input }) =>
      updateLabel(deps, context.ctx, { labelId: input.params.labelId, update: input.body }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteLabel(deps, context.ctx, input.params.labelId)),
  }
}

/** Lists all labels of the project, sorted by name. */
export async function listLabels(ctx: ProjectContext): Promise<Label[]> {
  return (await read(ctx, (tx) => selectLabels(tx, ctx.project.id))).map(toLabel)
}

/** Throws LABEL_NOT_FOUND. */
export async function getLabel(ctx: ProjectContext, labelId: LabelId): Promise<Label> {
  return toLabel((await read(ctx, (tx) => selectLabel(tx, ctx.project.id, labelId))) ?? fail('LABEL_NOT_FOUND'))
}

/** Throws LABEL_NAME_TAKEN if the project has a label with this name, ignoring case. Throws LABEL_LIMIT_REACHED. */
export function createLabel(deps: CoreDeps, ctx: ProjectContext, draft: LabelDraft): Promise<Label> {
  return mutate(ctx, { action: 'label.create', entity: 'label' }, async (tx, change) => {
    const [created] = await addLabels(tx, deps, ctx, [{ name: draft.name, isActive: draft.active, color: draft.color_hex }])
    if (created === undefined) return fail('LABEL_NAME_TAKEN')
    change.entityId = created.id
    change.after = toLabel(created)
    return toLabel(created)
  })
}

interface LabelUpdateInput {
  labelId: LabelId
  update: LabelUpdate
}

/**
 * Changes the label. A new name is also stored on every link that has the label. Throws LABEL_NOT_FOUND. Throws
 * LABEL_NAME_TAKEN if another label has the name, ignoring case.
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
    change.before = toLabel(before)
    change.after = toLabel(after)
    return toLabel(after)
  })
}

/** Deletes the label and removes it from its links. Throws LABEL_NOT_FOUND. */
export function deleteLabel({ labelListener }: { labelListener: LabelListener }, ctx: ProjectContext, labelId: LabelId): Promise<void> {
  return mutate(ctx, { action: 'label.delete', entity: 'label', entityId: labelId }, async (tx, change) => {
    const label = (await lockLabelForUpdate(tx, ctx.project.id, labelId)) ?? fail('LABEL_NOT_FOUND')
    change.before = toLabel(label)
    await deleteLabelRow(tx, ctx.project.id, labelId)
    await labelListener.onDeleted(tx, ctx.project.id, label.name)
  })
}

/**
 * Updates the copies of label names that other modules store. The methods are called in the transaction that changes
 * the label. The label is locked until this transaction ends, so no other transaction can store the old name.
 */
export interface LabelListener {
  onRenamed(tx: Tx, projectId: ProjectId, names: { from: string; to: string }): Promise<void>
  onDeleted(tx: Tx, projectId: ProjectId, name: string): Promise<void>
}
