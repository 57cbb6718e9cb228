// Fetches icons of sites that are due, one after the other. Any number of processes may do so: the database gives each
// icon to one. A killed process loses nothing: its icon is due again when the lease ends.
import { createHash } from 'node:crypto'
import { siteIconPath } from '@linkshelf/contract'
import type { Handler } from 'hono'
import type { OrganizationContext } from '../../access/index.ts'
import type { CoreDeps, FetchDeps } from '../../platform/deps.ts'
import { createGuardedFetch, type FetchGuard, type GuardedFetch, isFetchError } from '../../platform/http/guarded-fetch.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'
import { toRequestableAddress } from '../destination-rules.ts'
import { pageIcon } from './page-icon.ts'
import {
  type DueIcon,
  findIcon,
  leaseDueIcon,
  type ReadPage,
  reconcileIcons,
  requestIcon,
  updateFetchedIcon,
  updateMissingIcon,
} from './site-icon-table.ts'

export const fetchIconsTask = 'fetch-site-icons'
/** The jobs of this queue run one at a time: the present run finds icons that become due meanwhile. */
export const fetchIconsQueue = 'site-icons'
export const reconcileIconsTask = 'reconcile-site-icons'

const dayMs = 24 * 3_600_000
/** The icon of a site is fetched again for a new link when it is older than this. */
const refreshMs = 90 * dayMs
/** The same of a site without one. */
const retryForNewLinkMs = 7 * dayMs
/** A site without an icon is tried again after this, and then no more. */
const retryMs = 30 * dayMs
const maxRetries = 2
/** A job is shorter than the minute between two. */
const runMs = 50_000
const leaseMs = 10 * 60_000
/**
 * The limit of one run. It applies only to icons without a new link to their site, so the sites of links of earlier
 * versions take a few icons a minute.
 */
const maxUnrequested = 20

const fileMaxBytes = 300_000

/** Fetches the icon of a site, one byte more than allowed, so that a larger one is detected. */
export function createIconFetch(guard: Pick<FetchGuard, 'userAgent' | 'allowedPrivateAddresses'>): GuardedFetch {
  const accept = 'image/png,image/x-icon,image/vnd.microsoft.icon,image/webp,image/*;q=0.5'
  return createGuardedFetch({ ...guard, accept, toRequest: toRequestableAddress, timeoutMs: 3_000, maxBytes: fileMaxBytes + 1 })
}

/**
 * Has the icon of a site fetched whose page was read, unless it was a while ago. In the transaction of the page check.
 */
export async function requestSiteIcon(tx: Tx, ctx: OrganizationContext, page: ReadPage): Promise<void> {
  const before = (ms: number) => new Date(ctx.now.getTime() - ms)
  if (!(await requestIcon(tx, ctx, page, { fetchedBefore: before(refreshMs), failedBefore: before(retryForNewLinkMs) }))) return
  await enqueueJob(tx, fetchIconsTask, {}, { key: fetchIconsTask, queue: fetchIconsQueue })
}

/** The hourly job: finds sites whose pages were not read, and forgets those that no link leads to. */
export async function reconcileSiteIcons({ db, clock }: CoreDeps): Promise<void> {
  await reconcileIcons(db, clock.now())
}

/**
 * The PNG to store of a fetched file, encoded anew: nothing of another site is served as it was received. Undefined for
 * a file that is no picture.
 */
type EncodeIcon = (file: Buffer) => Promise<Buffer | undefined>

type IconDeps = FetchDeps & { encodeIcon: EncodeIcon }

/**
 * The job of every minute, and of each new site. Ends when nothing is due, or after 50 seconds. `db` is signed in to
 * as the account of jobs.
 */
export async function fetchDueIcons(deps: IconDeps): Promise<void> {
  const until = performance.now() + runMs
  for (let unrequested = 0; unrequested < maxUnrequested && performance.now() < until; ) {
    const now = deps.clock.now()
    const due = await leaseDueIcon(deps.db, now, new Date(now.getTime() + leaseMs))
    if (due === undefined) return
    if (!due.is_requested) unrequested += 1
    const bytes = await fetchIcon(deps, due)
    if (bytes !== undefined) await updateFetchedIcon(deps.db, due, { digest: digestOf(due, bytes), bytes }, now)
    else await updateMissingIcon(deps.db, due, now, due.failure_count < maxRetries ? new Date(now.getTime() + retryMs) : undefined)
  }
}

/**
 * Fetches the icon that the page names, or else the file where browsers look for one: at most two requests
 * after that for the page.
 */
async function fetchIcon(deps: IconDeps, due: DueIcon): Promise<Buffer | undefined> {
  const page = due.has_read_page ? due : await readPage(deps.fetchPage, due.page_url)
  if (page === undefined) return undefined
  const usual = new URL('/favicon.ico', page.page_url).href
  for (const url of new Set([page.icon_url ?? usual, usual])) {
    const file = await fetchFile(deps.fetchIcon, url)
    const bytes = file === undefined ? undefined : await deps.encodeIcon(file)
    if (bytes !== undefined) return bytes
  }
  return undefined
}

async function readPage(fetchPage: GuardedFetch, target: string): Promise<Omit<ReadPage, 'target'> | undefined> {
  const address = toRequestableAddress(target)
  const page = address === undefined ? undefined : await ignoreFetchError(fetchPage(address))
  return page && { page_url: page.url, icon_url: /html/i.test(page.contentType) ? pageIcon(page.body, page.contentType, page.url) : null }
}

async function fetchFile(fetchFile: GuardedFetch, url: string): Promise<Buffer | undefined> {
  const address = toRequestableAddress(url)
  const file = address === undefined ? undefined : await ignoreFetchError(fetchFile(address))
  return file?.status === 200 && file.body.length <= fileMaxBytes ? file.body : undefined
}

/** Differs between organizations, so that an address reveals nothing about what others link to. */
function digestOf({ organization_id, site }: DueIcon, bytes: Buffer): string {
  const head = JSON.stringify(['site-icon', organization_id, site])
  return createHash('sha256').update(head).update(bytes).digest('base64url').slice(0, 27)
}

async function ignoreFetchError<T>(fetched: Promise<T>): Promise<T | undefined> {
  try {
    return await fetched
  } catch (error) {
    if (isFetchError(error)) return undefined
    throw error
  }
}

/** The path of a file, for the router. */
export const siteIconFilePath = `${siteIconPath}:file{[\\w-]{27}[.]png}`

/**
 * A file at a path never changes: a site with another icon has another path. The headers of the origin make browsers
 * treat the response as a picture and nothing else.
 */
export function createSiteIconRoute(db: Db): Handler {
  return async (context) => {
    const bytes = await findIcon(db, (context.req.param('file') ?? '').slice(0, 27))
    if (bytes === undefined) return context.notFound()
    return context.body(new Uint8Array(bytes), 200, {
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  }
}
