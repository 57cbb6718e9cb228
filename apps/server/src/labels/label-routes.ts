import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createLabel } from './create-label.ts'
import { deleteLabel } from './delete-label.ts'
import { getLabel } from './get-label.ts'
import type { LabelListener } from './label-listener.ts'
import { listLabels } from './list-labels.ts'
import { updateLabel } from './update-label.ts'

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
