// Statements on the rejected rows of imports. Each module has a table of its own for them.
import type { OrganizationId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import type { IssueRow } from './issue-report.ts'

/** The columns of such a table. */
export interface StoredIssue<ImportId extends string> extends IssueRow {
  organization_id: OrganizationId
  project_id: ProjectId
  import_id: ImportId
}

/** The statements of a module on its table. */
export function issueTable<ImportId extends string>(name: string) {
  const table = sql.table(name)
  return {
    /** Selects issues in the order of the file, after this line. */
    async select(
      tx: Tx,
      projectId: ProjectId,
      importId: ImportId,
      { after, limit }: { after: number; limit: number },
    ): Promise<IssueRow[]> {
      const { rows } = await sql<IssueRow>`select line, column_names, reasons, cells from ${table}
        where project_id = ${projectId} and import_id = ${importId} and line > ${after} order by line limit ${limit}`.execute(tx)
      return rows
    },

    /** A line that has issues already keeps them. */
    async insert(tx: Tx, { organization, project }: ProjectContext, importId: ImportId, issues: readonly IssueRow[]): Promise<void> {
      if (issues.length === 0) return
      await sql`insert into ${table} (organization_id, project_id, import_id, line, column_names, reasons, cells)
        select ${organization.id}, ${project.id}, ${importId}, line, column_names, reasons, cells
        from json_to_recordset(${JSON.stringify(issues)}::json) as given (line int, column_names text[], reasons text[], cells json)
        on conflict (import_id, line) do nothing`.execute(tx)
    },

    async deleteAll(tx: Tx, projectId: ProjectId, importId: ImportId): Promise<void> {
      await sql`delete from ${table} where project_id = ${projectId} and import_id = ${importId}`.execute(tx)
    },
  }
}
