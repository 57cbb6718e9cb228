import type { Link, LinkQuery } from '@linkshelf/contract'
import { inProject, type Project, refuse } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { selectLinkPage } from './link-table.ts'
import { cursorOf, placeOf } from './page-cursor.ts'
import { showLink } from './show-link.ts'

export interface LinkPage {
  links: Link[]
  /** Where the next page starts; undefined on the last. */
  nextCursor: string | undefined
}

/** Newest first. Refuses a cursor that isn't one of ours. */
export async function listLinks({ db, origins }: Pick<Platform, 'db' | 'origins'>, project: Project, query: LinkQuery): Promise<LinkPage> {
  const after =
    query.cursor === undefined ? undefined : (placeOf(query.cursor) ?? refuse('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const rows = await inProject(db, project, (tx) => selectLinkPage(tx, project.id, query, after))

  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    links: page.map((row) => showLink(row, origins)),
    nextCursor: rows.length > query.limit && last ? cursorOf({ createdAt: last.created_at, id: last.id }) : undefined,
  }
}
