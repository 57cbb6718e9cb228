import { fail, type Project } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { lockLink } from './link-table.ts'

/** The link isn't deleted before the transaction ends, so what is written about it in there is not left over. Refuses a link that isn't in the project. */
export async function holdLink(tx: Tx, project: Pick<Project, 'id'>, linkId: string): Promise<void> {
  if (!(await lockLink(tx, project.id, linkId))) fail('LINK_NOT_FOUND')
}
