import type { Link, LinkQuery } from '@linkshelf/contract'
import { fail, inProject, type Project } from '../access/index.ts'
import { selectLabelName } from '../labels/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type PageBounds, selectLinkPage } from './link-page-table.ts'
import type { LinkRow } from './link-table.ts'
import { cursorOf, locationOf } from './page-cursor.ts'
import { showLink } from './show-link.ts'
import { soughtText } from './sought-text.ts'

export interface LinkPage {
  links: Link[]
  /** Where the next page starts; undefined on the last. */
  nextCursor: string | undefined
}

/** Newest first. Refuses a cursor that isn't one of ours. */
export async function listLinks(
  deps: Pick<Deps, 'db' | 'origins'>,
  project: Project,
  { cursor, limit, ...filter }: LinkQuery,
): Promise<LinkPage> {
  const after = cursor === undefined ? undefined : (locationOf(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  // One row more than is shown tells whether there is a next page.
  const rows = await findRows(deps, project, filter, { after, most: limit + 1 })

  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    links: page.map((row) => showLink(row, deps.origins)),
    nextCursor: rows.length > limit && last ? cursorOf({ createdAt: last.created_at, id: last.id }) : undefined,
  }
}

function findRows(
  { db, origins }: Pick<Deps, 'db' | 'origins'>,
  project: Project,
  { archived, label, search }: Pick<LinkQuery, 'archived' | 'label' | 'search'>,
  bounds: PageBounds,
): Promise<LinkRow[]> {
  return inProject(db, project, async (tx) => {
    const spelling = label === undefined ? undefined : await selectLabelName(tx, project.id, label)
    if (label !== undefined && spelling === undefined) return []
    const text = search ? soughtText(search, origins.public) : undefined
    return selectLinkPage(tx, project.id, { isArchived: archived, label: spelling, text }, bounds)
  })
}
