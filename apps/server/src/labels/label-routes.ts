import { inProjectCall } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { createLabel } from './create-label.ts'
import { deleteLabel } from './delete-label.ts'
import { editLabel } from './edit-label.ts'
import type { LabelListener } from './label-listener.ts'
import { listLabels } from './list-labels.ts'

const calls = inProjectCall.labels

export function labelRoutes(platform: Platform, listener: LabelListener) {
  return {
    list: calls.list.handler(({ context }) => listLabels(platform, context.project)),
    create: calls.create.handler(({ context, input }) => createLabel(platform, context.project, input.body)),
    edit: calls.edit.handler(({ context, input }) => editLabel(platform, listener, context.project, input.params.labelId, input.body)),
    delete: calls.delete.handler(({ context, input }) => deleteLabel(platform, listener, context.project, input.params.labelId)),
  }
}
