import { projectCall } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from './utm-templates.ts'

const calls = projectCall.utmTemplates

export function utmTemplateRoutes(deps: Deps) {
  return {
    list: calls.list.handler(({ context }) => listTemplates(context.ctx)),
    create: calls.create.handler(({ context, input }) => createTemplate(deps, context.ctx, input.body)),
    update: calls.update.handler(({ context, input }) =>
      updateTemplate(context.ctx, { templateId: input.params.templateId, draft: input.body }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteTemplate(context.ctx, input.params.templateId)),
  }
}
