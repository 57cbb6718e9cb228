import { createHash } from 'node:crypto'
import { isShortUrl, type LinkId, linkId, organizationId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import type { FetchDeps } from '../../platform/deps.ts'
import { type GuardedFetch, isFetchError } from '../../platform/http/guarded-fetch.ts'
import { enqueueJobs } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { toRequestableAddress } from '../destination-rules.ts'
import { pageTitle } from '../html-page.ts'
import { pageIcon } from '../icons/page-icon.ts'
import { requestSiteIcon } from '../icons/site-icons.ts'
import { type LinkRow, selectLink, updateCheckedLink } from '../tables/link-table.ts'
import { expandShortUrl } from './expand-short-url.ts'

export const checkPageTask = 'check-page'

const pageCheck = z.object({ organizationId, projectId, linkId })

/** Hosts share this many queues, because the job queue stores a row for each name of a queue. */
const queueCount = 64

interface CheckedLink {
  id: LinkId
  target: string
}

/**
 * Adds a check of the link's page. At most one is pending per link, however often the link is updated. Checks of one
 * host run one after the other.
 */
export function enqueuePageCheck(tx: Tx, ctx: ProjectContext, link: CheckedLink): Promise<void> {
  return enqueuePageChecks(tx, ctx, [link])
}

/** The same of several links, in one statement. */
export async function enqueuePageChecks(tx: Tx, { organization, project }: ProjectContext, links: readonly CheckedLink[]): Promise<void> {
  const jobs = links.map(({ id, target }) => {
    const payload: z.input<typeof pageCheck> = { organizationId: organization.id, projectId: project.id, linkId: id }
    const queue = createHash('sha256').update(new URL(target).host).digest().readUInt32BE() % queueCount
    return { payload, key: `${checkPageTask}:${id}`, queue: `${checkPageTask}:${queue}` }
  })
  await enqueueJobs(tx, checkPageTask, jobs)
}

/**
 * The background job: finds out where the short URLs of a link lead, fetches the page's title, has the icon of its site
 * fetched, and ends the link's pending state. A page that can't be fetched leaves no title. The request for it carries
 * no affiliate tag, and none is sent to an affiliate network: it must not count as a click. Does nothing for a link
 * that was deleted meanwhile.
 */
export async function checkPage(deps: FetchDeps, payload: unknown): Promise<void> {
  const check = pageCheck.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: checkPageTask }, source: 'job' })
  const ctx = await findSystemContext(job, check.organizationId, check.projectId)
  const link = ctx && (await read(ctx, (tx) => selectLink(tx, check.projectId, check.linkId)))
  if (ctx === undefined || link === undefined) return

  // The known destination stays when the service does not answer.
  const expanded_target = isShortUrl(link.target) ? ((await expandShortUrl(deps, link.target)) ?? link.expanded_target) : null
  const expanded_shops = await expandShops(deps, link)
  const address = expanded_target ?? link.target
  const { title, page } = await readPage(address, deps.fetchPage)
  await ignoreDeleted(
    mutate(ctx, { action: 'link.check_page', entity: 'link', entityId: link.id }, async (tx, change) => {
      const row = await updateCheckedLink(tx, ctx.project.id, link, { title, expanded_target, expanded_shops })
      if (page !== undefined) await requestSiteIcon(tx, ctx, { target: address, ...page })
      change.before = toChecked(link)
      change.after = toChecked(row ?? link)
    }),
  )
}

/** Resolves short URLs among the link's present shops. A known one is not requested again. */
async function expandShops(
  deps: FetchDeps,
  { shops, expanded_shops }: Pick<LinkRow, 'shops' | 'expanded_shops'>,
): Promise<Record<string, string>> {
  const expanded: Record<string, string> = {}
  for (const target of new Set(shops.map((shop) => shop.target).filter(isShortUrl))) {
    const found = expanded_shops[target] ?? (await expandShortUrl(deps, target))
    if (found !== undefined) expanded[target] = found
  }
  return expanded
}

function toChecked({ title, expanded_target, expanded_shops }: Pick<LinkRow, 'title' | 'expanded_target' | 'expanded_shops'>): object {
  const hasShops = Object.keys(expanded_shops).length > 0
  return { title, ...(expanded_target !== null && { expanded_target }), ...(hasShops && { expanded_shops }) }
}

interface PageFacts {
  title: string | null
  /** Undefined for a page that did not answer. */
  page?: { page_url: string; icon_url: string | null }
}

async function readPage(target: string, fetchPage: GuardedFetch): Promise<PageFacts> {
  const address = toRequestableAddress(target)
  if (address === undefined) return { title: null }
  try {
    const { url, status, contentType, body } = await fetchPage(address)
    const isHtml = status < 400 && /html/i.test(contentType)
    return {
      title: isHtml ? pageTitle(body, contentType) : null,
      page: { page_url: url, icon_url: isHtml ? pageIcon(body, contentType, url) : null },
    }
  } catch (error) {
    if (isFetchError(error)) return { title: null }
    throw error
  }
}
