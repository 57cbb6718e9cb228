import type { ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { type OrganizationContext, read } from '../../access/index.ts'
import { findClickScope } from '../../analytics/index.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import { selectUploadPage } from '../../uploads/index.ts'
import {
  type ArchiveFile,
  archiveFormat,
  archiveVersion,
  createJsonFile,
  formatNumber,
  headFileName,
  type VisitFolder,
  visitTables,
} from '../format/archive-format.ts'
import { archiveTables } from '../format/archive-tables.ts'
import { type ArchivePage, readTablePage, readVisitPage, toLines, visitsPerFile } from './table-pages.ts'

export type PageDeps = ClickDeps

/** A sequence of archive pages. If an export is killed, it continues at the source with the stored `name`. */
export interface PageSource {
  name: string
  read(after: string[]): Promise<ArchivePage>
}

export interface ArchiveSubject {
  ctx: OrganizationContext
  projectIds: readonly ProjectId[]
}

/** Lists the sources of everything in an archive except the manifest, in the order of the archive. */
export function listPageSources(deps: PageDeps, { ctx, projectIds }: ArchiveSubject): PageSource[] {
  return [
    { name: 'head', read: async () => toSinglePage(createJsonFile(headFileName, createHead(deps, ctx))) },
    { name: 'organization', read: async () => toSinglePage(createJsonFile('organization.json', await readOrganization(ctx))) },
    { name: 'members', read: (after) => readMembers(ctx, after) },
    { name: 'audit-log', read: (after) => readAuditLog(ctx, after) },
    { name: 'pictures', read: (after) => readPictures(ctx, after) },
    ...projectIds.flatMap((projectId, index) =>
      listProjectSources(deps, ctx, { projectId, folder: `projects/${formatNumber(index + 1)}` }),
    ),
  ]
}

function listProjectSources(
  deps: PageDeps,
  ctx: OrganizationContext,
  { projectId, folder }: { projectId: ProjectId; folder: string },
): PageSource[] {
  return [
    {
      name: `${folder}/project`,
      read: async () => {
        const project = await readProject(ctx, projectId)
        return project === undefined ? { files: [], after: undefined } : toSinglePage(createJsonFile(`${folder}/project.json`, project))
      },
    },
    ...archiveTables.map((table) => ({
      name: `${folder}/${table.name}`,
      read: (after: string[]) => readTablePage(ctx, { table, projectId, folder, after }),
    })),
    ...(Object.keys(visitTables) as VisitFolder[]).map((visits) => ({
      name: `${folder}/${visits}`,
      // Omits the clicks of a deleted project. If a project is deleted during the export, its rows are deleted at once
      // but its clicks later, so there may be clicks left to read.
      read: async (after: string[]) =>
        (await readProject(ctx, projectId)) === undefined
          ? { files: [], after: undefined }
          : readVisitPage(deps, await findClickScope({ ...ctx, project: { id: projectId } }), {
              folder,
              visits,
              limit: visitsPerFile,
              after,
            }),
    })),
  ]
}

function toSinglePage(file: ArchiveFile): ArchivePage {
  return { files: [file], after: undefined }
}

function createHead({ origins }: PageDeps, { organization }: OrganizationContext): object {
  return {
    format: archiveFormat,
    version: archiveVersion,
    organization_id: organization.id,
    app_url: origins.app,
    links_url: origins.public,
  }
}

const toIsoText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(column)

function readOrganization(ctx: OrganizationContext): Promise<object> {
  return read(ctx, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['id', 'name', 'package', 'payment_period', 'product_page_enabled', 'store_page_enabled'])
      .select(['full_analytics_enabled', 'dashboard_days', toIsoText('created_at')])
      .where('id', '=', ctx.organization.id)
      .executeTakeFirstOrThrow(),
  )
}

function readProject(ctx: OrganizationContext, projectId: ProjectId): Promise<object | undefined> {
  return read(ctx, (tx) =>
    tx
      .selectFrom('projects')
      .select(['id', 'name', 'description', 'status', 'time_zone', toIsoText('created_at')])
      .where('id', '=', projectId)
      .executeTakeFirst(),
  )
}

const linesPerFile = 2_000

async function readMembers(ctx: OrganizationContext, [number = '0', last]: string[]): Promise<ArchivePage> {
  const rows = await read(ctx, (tx) =>
    tx
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select(['members.user_id', 'users.full_name', 'users.email', 'members.role'])
      .where('members.organization_id', '=', ctx.organization.id)
      .$if(last !== undefined, (query) => query.where(sql`members.user_id`, '>', last))
      .orderBy('members.user_id')
      .limit(linesPerFile)
      .execute(),
  )
  return toNumberedLines(
    'members',
    Number(number) + 1,
    rows.map((row) => ({ line: row, key: [row.user_id] })),
  )
}

/**
 * Reads the audit log without the IP addresses of requests, because these belong to the members and not to the
 * organization. Relies on audit_log_organization_idx.
 */
async function readAuditLog(ctx: OrganizationContext, [number = '0', ...last]: string[]): Promise<ArchivePage> {
  const { rows } = await read(ctx, (tx) =>
    sql<{ key: string[]; line: object }>`
      select json_build_array(created_at::text, id::text) as key, json_build_object('id', id, 'created_at',
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'project_id', project_id, 'actor_kind', actor_kind,
        'actor_id', actor_id, 'source', source, 'request_id', request_id, 'action', action, 'entity', entity, 'entity_id', entity_id,
        'before', before, 'after', after) as line
      from audit_log where organization_id = ${ctx.organization.id}
        ${last.length > 0 ? sql`and (created_at, id) < (${sql.join(last)})` : sql``}
      order by created_at desc, id desc limit ${linesPerFile}`.execute(tx),
  )
  return toNumberedLines('audit-log', Number(number) + 1, rows)
}

function toNumberedLines(name: string, number: number, rows: readonly { line: object; key: string[] }[]): ArchivePage {
  if (rows.length === 0) return { files: [], after: undefined }
  const file = toLines(
    `${name}-${formatNumber(number)}.jsonl`,
    rows.map(({ line }) => JSON.stringify(line)),
  )
  return { files: [file], after: rows.length < linesPerFile ? undefined : [String(number), ...(rows.at(-1)?.key ?? [])] }
}

const picturesPerPage = 20

/** Returns the next page of pictures: a file that lists the pictures, then the pictures' own files. */
async function readPictures(ctx: OrganizationContext, [number = '0', ...last]: string[]): Promise<ArchivePage> {
  const uploads = await read(ctx, (tx) => selectUploadPage(tx, ctx, { after: last, limit: picturesPerPage }))
  if (uploads.length === 0) return { files: [], after: undefined }
  const page = Number(number) + 1
  const list = toLines(
    `pictures-${formatNumber(page)}.jsonl`,
    uploads.map(({ files, key, ...upload }) => JSON.stringify(upload)),
  )
  const files = uploads.flatMap(({ digest, files }) =>
    files.map(({ name, bytes }) => ({ name: `pictures/${digest}/${name}`, bytes, rowCount: 1 })),
  )
  return { files: [list, ...files], after: uploads.length < picturesPerPage ? undefined : [String(page), ...(uploads.at(-1)?.key ?? [])] }
}
