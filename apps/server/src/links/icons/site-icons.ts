// Fetches the icons of the sites that links lead to, for new links and for sites that are due.
import { createHash } from 'node:crypto'
import { siteIconPath } from '@linkshelf/contract'
import type { Handler } from 'hono'
import { z } from 'zod'
import type { OrganizationContext } from '../../access/index.ts'
import type { CoreDeps, FetchDeps } from '../../platform/deps.ts'
import { createGuardedFetch, type FetchGuard, type GuardedFetch, isFetchError } from '../../platform/http/guarded-fetch.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'
import { toRequestableAddress } from '../destination-rules.ts'
import { toRequestHost } from '../outward/checked-host-table.ts'
import { insertRequests, type NewOutwardRequest, type OutwardRequest, priorities } from '../outward/outward-request-table.ts'
import type { OutwardWorker, RequestResult } from '../outward/serve-request.ts'
import { findPageIcon } from './page-icon.ts'
import {
  type DueIcon,
  type FetchedPage,
  findIcon,
  leaseDueIcons,
  reconcileIcons,
  requestIcon,
  selectIcon,
  updateFetchedIcon,
  updateMissingIcon,
} from './site-icon-table.ts'

export const fetchIconsTask = 'fetch-site-icons'
/** At most one job is waiting in this queue. */
export const fetchIconsQueue = 'site-icons'
export const reconcileIconsTask = 'reconcile-site-icons'

const dayMs = 24 * 3_600_000
/** If the icon of a site is older than this, a new link causes it to be fetched again. */
const refreshMs = 90 * dayMs
/** If a site had no icon at the last attempt, a new link causes another attempt after this time. */
const retryForNewLinkMs = 7 * dayMs
/** If a site has no icon, the icon is tried again after this time, at most `maxRetries` times. */
const retryMs = 30 * dayMs
const maxRetries = 2
/** If an icon is still due this long after it was enqueued, it is enqueued again. */
const leaseMs = dayMs
/** Maximum number of due icons that are enqueued per minute, even if links from earlier versions lead to many sites. */
const maxEnqueued = 20

const fileMaxBytes = 300_000

/**
 * Returns the function that fetches icon files. It reads one byte more than allowed, so that a larger file is detected.
 */
export function createIconFetch(guard: Pick<FetchGuard, 'userAgent' | 'allowedPrivateAddresses'>): GuardedFetch {
  const accept = 'image/png,image/x-icon,image/vnd.microsoft.icon,image/webp,image/*;q=0.5'
  return createGuardedFetch({ ...guard, accept, toRequest: toRequestableAddress, timeoutMs: 3_000, maxBytes: fileMaxBytes + 1 })
}

/**
 * Requests the icon of a site whose page was fetched, unless the last attempt is recent. Runs in the transaction of the
 * page check.
 */
export async function requestSiteIcon(tx: Tx, ctx: OrganizationContext, page: FetchedPage): Promise<void> {
  const addMs = (ms: number) => new Date(ctx.now.getTime() + ms)
  const times = { fetchedBefore: addMs(-refreshMs), failedBefore: addMs(-retryForNewLinkMs), until: addMs(leaseMs) }
  const site = await requestIcon(tx, ctx, page, times)
  if (site !== undefined) await insertRequests(tx, [toRequest({ organization_id: ctx.organization.id, site, ...page }, 'requestedIcon')])
}

function toRequest(
  { organization_id, site, page_url }: Pick<DueIcon, 'organization_id' | 'site' | 'page_url'>,
  priority: 'requestedIcon' | 'icon',
): NewOutwardRequest {
  return {
    organization_id,
    kind: 'icon',
    subject: site,
    link_id: null,
    priority: priorities[priority],
    host: toRequestHost(page_url),
    payload: {},
  }
}

/**
 * The hourly job that adds the sites of links whose pages were never fetched, and deletes sites that no link leads to.
 */
export async function reconcileSiteIcons({ db, clock }: CoreDeps): Promise<void> {
  await reconcileIcons(db, clock.now())
}

/**
 * Encodes a fetched file as a new PNG, so that no file of another site is served as it was received. Returns undefined
 * if the file is not a picture.
 */
type EncodeIcon = (file: Buffer) => Promise<Buffer | undefined>

type IconDeps = FetchDeps & { encodeIcon: EncodeIcon }

/** The job that runs every minute and adds requests for icons that are due. `db` uses the database account of jobs. */
export async function enqueueDueIcons({ db, clock }: CoreDeps): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const due = await leaseDueIcons(tx, now, new Date(now.getTime() + leaseMs), maxEnqueued)
    const requests = due.map((icon) => toRequest(icon, icon.is_requested ? 'requestedIcon' : 'icon'))
    await insertRequests(tx, requests)
  })
}

export function createIconWorker(deps: IconDeps): OutwardWorker {
  return {
    send: (request) => fetchSiteIcon(deps, request),
    async giveUp(request) {
      const icon = await selectIcon(deps.db, request.organization_id, request.subject)
      if (icon !== undefined) await storeMissing(deps, icon)
    },
  }
}

/**
 * Progress of fetching an icon: the site's page, if this fetch has read it, and the number of icon files that were
 * tried.
 */
const iconState = z.object({
  page: z.object({ page_url: z.string(), icon_url: z.string().nullable() }).optional(),
  triedCount: z.number().default(0),
})

/**
 * Sends the next request for an icon. If the page of the site was not fetched yet, the first request fetches it. The
 * next request fetches the icon file that the page names. If the page names no file, or the file is not a picture,
 * `/favicon.ico` is fetched, because browsers look there too. At most three requests are sent for an icon.
 */
async function fetchSiteIcon(deps: IconDeps, request: OutwardRequest): Promise<RequestResult> {
  const icon = await selectIcon(deps.db, request.organization_id, request.subject)
  if (icon === undefined) return { isSent: false }
  const state = iconState.parse(request.state)
  let page = icon.has_read_page ? icon : state.page
  let isSent = false
  if (page === undefined) {
    const address = toRequestableAddress(icon.page_url)
    if (address !== undefined && toRequestHost(address) !== request.host) return { isSent, next: { host: toRequestHost(address), state } }
    page = address === undefined ? undefined : await readPage(deps.fetchPage, address)
    isSent = address !== undefined
  }
  for (const [nth, url] of page === undefined ? [] : listIconFiles(page).entries()) {
    const address = nth < state.triedCount ? undefined : toRequestableAddress(url)
    if (address === undefined) continue
    if (isSent || toRequestHost(address) !== request.host)
      return { isSent, next: { host: toRequestHost(address), state: { page, triedCount: nth } } }
    isSent = true
    const file = await fetchFile(deps.fetchIcon, address)
    if (file !== undefined) return { isSent, process: () => storeFile(deps, icon, { file, state: { page, triedCount: nth + 1 } }) }
  }
  await storeMissing(deps, icon)
  return { isSent }
}

/** Encodes and stores a fetched file. If the file is not a picture, returns the request for the next file. */
async function storeFile(
  deps: IconDeps,
  icon: DueIcon,
  { file, state }: { file: Buffer; state: z.infer<typeof iconState> },
): Promise<RequestResult['next']> {
  const bytes = await deps.encodeIcon(file)
  const addresses = state.page === undefined ? [] : listIconFiles(state.page).slice(state.triedCount)
  const [next] = addresses.flatMap((url) => toRequestableAddress(url) ?? [])
  if (bytes !== undefined) await updateFetchedIcon(deps.db, icon, { digest: computeDigest(icon, bytes), bytes }, deps.clock.now())
  else if (next !== undefined) return { host: toRequestHost(next), state }
  else await storeMissing(deps, icon)
  return undefined
}

function listIconFiles({ page_url, icon_url }: Pick<FetchedPage, 'page_url' | 'icon_url'>): string[] {
  const usual = new URL('/favicon.ico', page_url).href
  return [...new Set([icon_url ?? usual, usual])]
}

async function storeMissing({ db, clock }: CoreDeps, icon: DueIcon): Promise<void> {
  const now = clock.now()
  await updateMissingIcon(db, icon, now, icon.failure_count < maxRetries ? new Date(now.getTime() + retryMs) : undefined)
}

async function readPage(fetchPage: GuardedFetch, address: string): Promise<Omit<FetchedPage, 'target'> | undefined> {
  const page = await ignoreFetchError(fetchPage(address))
  return (
    page && { page_url: page.url, icon_url: /html/i.test(page.contentType) ? findPageIcon(page.body, page.contentType, page.url) : null }
  )
}

async function fetchFile(fetchFile: GuardedFetch, address: string): Promise<Buffer | undefined> {
  const file = await ignoreFetchError(fetchFile(address))
  return file?.status === 200 && file.body.length <= fileMaxBytes ? file.body : undefined
}

/**
 * Returns the digest that is the icon's name in its URL. It differs between organizations, so that the URL reveals
 * nothing about what other organizations link to.
 */
function computeDigest({ organization_id, site }: DueIcon, bytes: Buffer): string {
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

/** Path pattern of icon files. */
export const siteIconFilePath = `${siteIconPath}:file{[\\w-]{27}[.]png}`

/**
 * Serves icon files. The file at a path never changes, because another icon of the site gets another path. The headers
 * of the origin make browsers treat the response only as a picture.
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
