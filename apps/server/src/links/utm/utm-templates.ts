import { type UtmTemplate, type UtmTemplateDraft, type UtmTemplateId, utmTemplatesPerProject } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, projectCall, read } from '../../access/index.ts'
import type { CoreDeps, Deps } from '../../platform/deps.ts'
import {
  countTemplates,
  deleteTemplateRow,
  insertTemplate,
  lockTemplateForUpdate,
  lockTemplateListForUpdate,
  selectTemplates,
  type UtmTemplateRow,
  updateTemplateRow,
} from './utm-template-table.ts'

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

/** Lists all templates of the project, sorted by name. */
export async function listTemplates(ctx: ProjectContext): Promise<UtmTemplate[]> {
  return (await read(ctx, (tx) => selectTemplates(tx, ctx.project.id))).map(toTemplate)
}

/**
 * Throws UTM_TEMPLATE_LIMIT_REACHED. Throws UTM_TEMPLATE_NAME_TAKEN if the project has a template with this name,
 * ignoring case.
 */
export function createTemplate({ ids }: CoreDeps, ctx: ProjectContext, draft: UtmTemplateDraft): Promise<UtmTemplate> {
  const { organization, project, now } = ctx
  return mutate(ctx, { action: 'utm_template.create', entity: 'utm_template' }, async (tx, change) => {
    await lockTemplateListForUpdate(tx, project.id)
    const key = { id: ids.next<UtmTemplateId>(), organizationId: organization.id, projectId: project.id, createdAt: now }
    const row = (await insertTemplate(tx, key, draft)) ?? fail('UTM_TEMPLATE_NAME_TAKEN')
    if ((await countTemplates(tx, project.id)) > utmTemplatesPerProject) fail('UTM_TEMPLATE_LIMIT_REACHED')
    change.entityId = row.id
    change.after = toTemplate(row)
    return toTemplate(row)
  })
}

/** Throws UTM_TEMPLATE_NOT_FOUND. Throws UTM_TEMPLATE_NAME_TAKEN if another template has the name, ignoring case. */
export function updateTemplate(
  ctx: ProjectContext,
  { templateId, draft }: { templateId: UtmTemplateId; draft: UtmTemplateDraft },
): Promise<UtmTemplate> {
  const { project } = ctx
  return mutate(ctx, { action: 'utm_template.update', entity: 'utm_template', entityId: templateId }, async (tx, change) => {
    await lockTemplateListForUpdate(tx, project.id)
    const before = (await lockTemplateForUpdate(tx, project.id, templateId)) ?? fail('UTM_TEMPLATE_NOT_FOUND')
    const after = (await updateTemplateRow(tx, project.id, templateId, draft)) ?? fail('UTM_TEMPLATE_NAME_TAKEN')
    change.before = toTemplate(before)
    change.after = toTemplate(after)
    return toTemplate(after)
  })
}

/** Throws UTM_TEMPLATE_NOT_FOUND. */
export function deleteTemplate(ctx: ProjectContext, templateId: UtmTemplateId): Promise<void> {
  return mutate(ctx, { action: 'utm_template.delete', entity: 'utm_template', entityId: templateId }, async (tx, change) => {
    const before = (await lockTemplateForUpdate(tx, ctx.project.id, templateId)) ?? fail('UTM_TEMPLATE_NOT_FOUND')
    change.before = toTemplate(before)
    await deleteTemplateRow(tx, ctx.project.id, templateId)
  })
}

function toTemplate({ id, ...template }: UtmTemplateRow): UtmTemplate {
  return { template_id: id, ...template }
}
