import { type LinkId, linkId, type ReportedLink, type ReportedLinkQuery } from '@linkshelf/contract'
import { z } from 'zod'
import { fail, type ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { createPageCursor } from '../../platform/page-cursor.ts'
import { findLinks } from '../get-link.ts'
import { type FoundLink, readReport } from './read-report.ts'

const reportCursor = createPageCursor('link-report', 1, z.object({ id: linkId }))

/**
 * How many links one page looks at: a rare problem may leave it shorter than asked for, or empty, with a
 * cursor that continues.
 */
const maxLooked = 10_000

export interface ReportPage {
  links: ReportedLink[]
  /** The cursor of the next page; undefined on the last. */
  nextCursor: string | undefined
}

/**
 * Lists the links in the order of their creation. Throws REQUEST_INVALID for a cursor that this list did not return.
 */
export async function listReportLinks(
  deps: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  { problem, limit, cursor }: ReportedLinkQuery,
): Promise<ReportPage> {
  const after =
    cursor === undefined ? undefined : (reportCursor.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const { found, last } = await findProblems(ctx, after?.id, limit, ({ problems }) =>
    problem === undefined ? problems.length > 0 : problems.includes(problem),
  )
  const links = await findLinks(
    deps,
    ctx,
    found.map(({ id }) => id),
  )
  return {
    links: found.flatMap(({ id, ...problems }) => {
      const link = links.get(id)
      return link === undefined ? [] : [{ link, ...problems }]
    }),
    nextCursor: last && reportCursor.encode({ id: last }),
  }
}

/** `last` is where the next page continues; undefined at the end. */
async function findProblems(
  ctx: ProjectContext,
  after: LinkId | undefined,
  limit: number,
  matches: (link: FoundLink) => boolean,
): Promise<{ found: FoundLink[]; last: LinkId | undefined }> {
  const found: FoundLink[] = []
  let looked = 0
  for await (const links of readReport(ctx, after)) {
    found.push(...links.filter(matches))
    looked += links.length
    if (found.length > limit) return { found: found.slice(0, limit), last: found[limit - 1]?.id }
    if (looked >= maxLooked) return { found, last: links.at(-1)?.id }
  }
  return { found, last: undefined }
}
