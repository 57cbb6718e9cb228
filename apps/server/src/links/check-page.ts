import { z } from 'zod'
import { inProject, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type GuardedFetch, isFetchError } from '../platform/http/guarded-fetch.ts'
import { enqueueJob } from '../platform/jobs.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { selectLink, updateLookedAtLink } from './link-table.ts'
import { pageTitle } from './page-title.ts'
import { withoutAffiliateMarks } from './retailer-marks.ts'

export const checkPageTask = 'check-page'

const pageCheck = z.object({ organizationId: z.uuid(), projectId: z.uuid(), linkId: z.uuid() })

/** One waiting look a link, however often it is edited. */
export async function enqueuePageCheck(tx: Tx, project: Pick<Project, 'id' | 'organizationId'>, linkId: string): Promise<void> {
  const payload: z.infer<typeof pageCheck> = { organizationId: project.organizationId, projectId: project.id, linkId }
  await enqueueJob(tx, checkPageTask, payload, { key: `${checkPageTask}:${linkId}` })
}

/**
 * The background job: reads the destination's page title and ends the link's pending state. A page that can't be read leaves no title; it is
 * not a fault. The request carries no affiliate tag: our look must not count as somebody's click with a retailer.
 */
export async function checkPage({ db }: Pick<Deps, 'db'>, fetchPage: GuardedFetch, payload: unknown): Promise<void> {
  const check = pageCheck.parse(payload)
  const link = await inProject(db, check, (tx) => selectLink(tx, check.projectId, check.linkId))
  if (link === undefined) return

  const title = await titleOf(link.target, fetchPage)
  await inProject(db, check, (tx) => updateLookedAtLink(tx, check.projectId, check.linkId, link.target, title))
}

async function titleOf(target: string, fetchPage: GuardedFetch): Promise<string | null> {
  try {
    const page = await fetchPage(withoutAffiliateMarks(target))
    return page.status < 400 && /html/i.test(page.contentType) ? pageTitle(page.body, page.contentType) : null
  } catch (error) {
    if (isFetchError(error)) return null
    throw error
  }
}
