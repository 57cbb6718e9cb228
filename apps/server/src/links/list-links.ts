import type { Link, LinkQuery } from '@linkshelf/contract'
import { inProject, type Project, refuse } from '../access/index.ts'
import type { Origins, Platform } from '../platform/platform.ts'
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
  const rows = await inProject(db, project, (tx) =>
    selectLinkPage(tx, project.id, { ...query, search: withoutOwnOrigin(query.search, origins) }, after),
  )

  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    links: page.map((row) => showLink(row, origins)),
    nextCursor: rows.length > query.limit && last ? cursorOf({ createdAt: last.created_at, id: last.id }) : undefined,
  }
}

/** Who pastes a whole short address, with or without its scheme, means the slug at its end. */
function withoutOwnOrigin(search: string | undefined, origins: Origins): string | undefined {
  const { origin, host } = new URL(origins.public)
  const own = [`${origin}/`, `${host}/`].find((start) => search?.toLowerCase().startsWith(start))
  return own === undefined ? search : search?.slice(own.length)
}
