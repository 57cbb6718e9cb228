import { inProjectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createLabel } from './create-label.ts'
import { deleteLabel } from './delete-label.ts'
import { editLabel } from './edit-label.ts'
import type { LabelListener } from './label-listener.ts'
import { listLabels } from './list-labels.ts'

const calls = inProjectCall.labels

export function labelRoutes(deps: Deps, listener: LabelListener) {
  return {
    list: calls.list.handler(({ context }) => listLabels(deps, context.project)),
    create: calls.create.handler(({ context, input }) => createLabel(deps, context.project, input.body)),
    update: calls.update.handler(({ context, input }) => editLabel(deps, listener, context.project, input.params.labelId, input.body)),
    delete: calls.delete.handler(({ context, input }) => deleteLabel(deps, listener, context.project, input.params.labelId)),
  }
}
