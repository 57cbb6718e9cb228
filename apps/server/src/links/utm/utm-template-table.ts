// Every statement on `utm_templates`. A name is unique within its project, ignoring case (utm_templates_name_key).
import type { OrganizationId, ProjectId, UtmTemplateDraft, UtmTemplateId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    utm_templates: {
      id: UtmTemplateId
      organization_id: OrganizationId
      project_id: ProjectId
      name: string
      source: string | null
      medium: string | null
      campaign: string | null
      term: string | null
      content: string | null
      created_at: Date
    }
  }
}

const templateColumns = ['id', 'name', 'source', 'medium', 'campaign', 'term', 'content'] as const

export type UtmTemplateRow = Pick<Selectable<Tables['utm_templates']>, (typeof templateColumns)[number]>

/** Selects the templates, sorted by name. */
export function selectTemplates(tx: Tx, projectId: ProjectId): Promise<UtmTemplateRow[]> {
  return tx.selectFrom('utm_templates').select(templateColumns).where('project_id', '=', projectId).orderBy(sql`lower(name)`).execute()
}

export function lockTemplateForUpdate(tx: Tx, projectId: ProjectId, id: UtmTemplateId): Promise<UtmTemplateRow | undefined> {
  return tx
    .selectFrom('utm_templates')
    .select(templateColumns)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Locks the list of a project's templates until the transaction ends, so that no other transaction adds or renames a
 * template.
 */
export async function lockTemplateListForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await tx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute()
}

export interface NewTemplate {
  id: UtmTemplateId
  organizationId: OrganizationId
  projectId: ProjectId
  createdAt: Date
}

/** Returns the inserted template, or undefined if the project has a template with this name. */
export function insertTemplate(
  tx: Tx,
  { id, organizationId, projectId, createdAt }: NewTemplate,
  draft: UtmTemplateDraft,
): Promise<UtmTemplateRow | undefined> {
  return tx
    .insertInto('utm_templates')
    .values({ id, organization_id: organizationId, project_id: projectId, created_at: createdAt, ...draft })
    .onConflict((conflict) => conflict.doNothing())
    .returning(templateColumns)
    .executeTakeFirst()
}

export async function countTemplates(tx: Tx, projectId: ProjectId): Promise<number> {
  const { count } = await tx
    .selectFrom('utm_templates')
    .select((templates) => templates.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns the updated template, or undefined if another template of the project has the name. The caller must have
 * locked the list of templates.
 */
export function updateTemplateRow(
  tx: Tx,
  projectId: ProjectId,
  id: UtmTemplateId,
  draft: UtmTemplateDraft,
): Promise<UtmTemplateRow | undefined> {
  return tx
    .updateTable('utm_templates')
    .set(draft)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('utm_templates as other')
            .select('other.id')
            .where('other.project_id', '=', projectId)
            .where('other.id', '<>', id)
            .where(sql<boolean>`lower(other.name) = lower(${draft.name})`),
        ),
      ),
    )
    .returning(templateColumns)
    .executeTakeFirst()
}

export async function deleteTemplateRow(tx: Tx, projectId: ProjectId, id: UtmTemplateId): Promise<void> {
  await tx.deleteFrom('utm_templates').where('project_id', '=', projectId).where('id', '=', id).execute()
}
