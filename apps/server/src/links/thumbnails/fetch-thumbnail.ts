// Fetches the pictures of pages that featured links lead to. Pictures are fetched for new links, for links with another
// destination, and again when they are due. Store pages show the stored copy, and never load a picture from the other
// site.
import { type LinkId, linkId, type OrganizationId, projectId, uploadMaxBytes } from '@linkshelf/contract'
import { z } from 'zod'
import {
  createRequestContext,
  fail,
  findSystemContext,
  ignoreDeleted,
  mutate,
  type OrganizationContext,
  type ProjectContext,
  read,
} from '../../access/index.ts'
import type { CoreDeps, FetchDeps, OriginDeps } from '../../platform/deps.ts'
import { type GuardedFetch, isFetchError } from '../../platform/http/guarded-fetch.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { toRequestHost } from '../outward/checked-host-table.ts'
import { insertRequests, type NewOutwardRequest, type OutwardRequest, priorities } from '../outward/outward-request-table.ts'
import type { OutwardWorker, RequestResult } from '../outward/serve-request.ts'
import { selectLink } from '../tables/link-table.ts'
import { listPagePictures } from './page-picture.ts'
import { findThumbnailSource, isForbidden, parseOembedFiles, type ThumbnailSource } from './thumbnail-source.ts'
import {
  type DueThumbnail,
  leaseDueRows,
  requestRows,
  selectThumbnail,
  type ThumbnailRow,
  type ThumbnailScope,
  updateThumbnail,
} from './thumbnail-table.ts'

export const fetchThumbnailsTask = 'fetch-thumbnails'
/** At most one job is waiting in this queue. */
export const fetchThumbnailsQueue = 'thumbnails'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A picture is fetched again after this time, because a video may have another picture by then. */
const refreshMs = 30 * dayMs
/**
 * If a page has no picture, the page is requested again after each of these delays. After the last delay, it is
 * requested again only to refresh a stored picture.
 */
const retriesMs = [hourMs, dayMs, 7 * dayMs]
const leaseMs = dayMs
const maxEnqueued = 50

/** Requests the pictures of a project's featured links. Runs in the transaction that makes the links featured. */
export async function requestThumbnails(tx: Tx, ctx: ThumbnailScope, linkIds: readonly LinkId[]): Promise<void> {
  await requestRows(tx, ctx, linkIds)
  if (linkIds.length > 0) await enqueueJob(tx, fetchThumbnailsTask, {}, { key: fetchThumbnailsTask, queue: fetchThumbnailsQueue })
}

/**
 * The job that runs every minute and after each save. Adds requests for pictures that are due. `db` uses the database
 * account of jobs.
 */
export async function enqueueDueThumbnails({ db, clock }: CoreDeps): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const due = await leaseDueRows(tx, now, new Date(now.getTime() + leaseMs), maxEnqueued)
    await insertRequests(tx, due.map(toRequest))
  })
}

const fetching = z.object({ projectId, linkId })

function toRequest({ organization_id, project_id, link_id, target }: DueThumbnail): NewOutwardRequest {
  const payload: z.infer<typeof fetching> = { projectId: project_id, linkId: link_id }
  const source = findThumbnailSource(target)
  const host = toRequestHost(source === undefined ? target : source.kind === 'files' ? (source.files[0] ?? target) : source.url)
  return { organization_id, kind: 'thumbnail', subject: link_id, link_id, priority: priorities.thumbnail, host, payload }
}

/** Stores a picture, and returns its path on the public origin. Undefined if the organization's storage is full. */
type StorePicture = (tx: Tx) => Promise<string | undefined>

/**
 * Encodes a fetched picture as a new file, and returns the function that stores it. Undefined if the bytes are not a
 * picture.
 */
export type PreparePicture = (ctx: OrganizationContext, bytes: Buffer) => Promise<StorePicture | undefined>

type ThumbnailDeps = FetchDeps & OriginDeps & { preparePicture: PreparePicture }

export function createThumbnailWorker(deps: ThumbnailDeps): OutwardWorker {
  return {
    send: (request) => fetchThumbnail(deps, request),
    async giveUp(request) {
      const found = await findThumbnail(deps, request)
      if (found !== undefined) await storeMissing(found)
    },
  }
}

/**
 * Progress of fetching a picture: the addresses of its files, if they are known, and the number of files that were
 * tried.
 */
const thumbnailState = z.object({ files: z.array(z.string()).optional(), triedCount: z.number().default(0) })

/**
 * Sends the next request for the picture of a page. The first request is for the page, or for the oEmbed response of
 * its site. The next requests are for the picture files that this response names. At most three requests are sent for a
 * picture. Does nothing if the link is no longer featured.
 */
async function fetchThumbnail(deps: ThumbnailDeps, request: OutwardRequest): Promise<RequestResult> {
  const found = await findThumbnail(deps, request)
  if (found === undefined) return { isSent: false }
  const source = findThumbnailSource(found.address)
  if (source === undefined) {
    await storeMissing(found)
    return { isSent: false }
  }
  const state = thumbnailState.parse(request.state)
  let files = state.files ?? (source.kind === 'files' ? source.files : undefined)
  let isSent = false
  if (files === undefined) {
    const { url } = source as Exclude<ThumbnailSource, { kind: 'files' }>
    if (toRequestHost(url) !== request.host) return { isSent, next: { host: toRequestHost(url), state } }
    files = await readSource(deps, source)
    isSent = true
  }
  for (const [nth, url] of files.entries()) {
    if (nth < state.triedCount) continue
    if (isSent || toRequestHost(url) !== request.host)
      return { isSent, next: { host: toRequestHost(url), state: { files, triedCount: nth } } }
    isSent = true
    const bytes = await fetchFile(deps.fetchImage, url)
    if (bytes !== undefined) return { isSent, process: () => storeFile(deps, found, { bytes, files, nth }) }
  }
  await storeMissing(found)
  return { isSent }
}

/**
 * Encodes and stores a fetched file when the organization has its turn. If the file is not a picture, returns the
 * request for the next file.
 */
async function storeFile(
  deps: ThumbnailDeps,
  found: FoundThumbnail,
  { bytes, files, nth }: { bytes: Buffer; files: string[]; nth: number },
): Promise<RequestResult['next']> {
  const store = await deps.preparePicture(found.ctx, bytes)
  const [next, triedCount] = [files[nth + 1], nth + 1]
  if (store !== undefined) await storeThumbnail(deps, found, store)
  else if (next !== undefined) return { host: toRequestHost(next), state: { files, triedCount } }
  else await storeMissing(found)
  return undefined
}

interface FoundThumbnail {
  ctx: ProjectContext
  thumbnail: ThumbnailRow
  slug: string
  /** The destination of the link. */
  target: string
  /** The page that a short URL leads to. The destination itself if it is not a short URL, or if the page is unknown. */
  address: string
}

async function findThumbnail(deps: CoreDeps, { organization_id, payload }: OutwardRequest): Promise<FoundThumbnail | undefined> {
  const ids = fetching.parse(payload)
  const ctx = await findContext(deps, organization_id, ids)
  if (ctx === undefined) return undefined
  const [link, thumbnail] = await read(ctx, async (tx) => [
    await selectLink(tx, ids.projectId, ids.linkId),
    await selectThumbnail(tx, ids.projectId, ids.linkId),
  ])
  return link && thumbnail && { ctx, thumbnail, slug: link.slug, target: link.target, address: link.expanded_target ?? link.target }
}

function findContext(
  deps: CoreDeps,
  owner: OrganizationId,
  { projectId: id }: Pick<z.infer<typeof fetching>, 'projectId'>,
): Promise<ProjectContext | undefined> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: fetchThumbnailsTask }, source: 'job' })
  return findSystemContext(job, owner, id)
}

async function readSource({ fetchPage }: FetchDeps, source: ThumbnailSource): Promise<string[]> {
  const page = source.kind === 'files' ? undefined : await ignoreFetchError(fetchPage(source.url))
  // A short link of another service can lead to a shop that forbids copies, so the final address is checked too.
  if (page === undefined || page.status >= 400 || isForbidden(page.url)) return []
  return source.kind === 'oembed' ? parseOembedFiles(page.body) : listPagePictures(page.body, page.contentType, page.url)
}

async function fetchFile(fetchImage: GuardedFetch, url: string): Promise<Buffer | undefined> {
  const file = await ignoreFetchError(fetchImage(url))
  return file?.status === 200 && file.body.length <= uploadMaxBytes && !isForbidden(file.url) ? file.body : undefined
}

async function storeThumbnail({ origins }: OriginDeps, found: FoundThumbnail, store: StorePicture): Promise<void> {
  const { ctx, target, thumbnail } = found
  await changeThumbnail(found, async (tx) => {
    const path = await store(tx)
    if (path === undefined) return toMissingValues(ctx, thumbnail, target)
    const next_fetch_at = new Date(ctx.now.getTime() + refreshMs)
    return { target, state: 'ready', image_url: `${origins.public}${path}`, failure_count: 0, fetched_at: ctx.now, next_fetch_at }
  })
}

async function storeMissing(found: FoundThumbnail): Promise<void> {
  const { ctx, target, thumbnail } = found
  await changeThumbnail(found, async () => toMissingValues(ctx, thumbnail, target))
}

type ThumbnailValues = Parameters<typeof updateThumbnail>[3]

/**
 * Returns the columns to store for a link whose picture could not be fetched. A stored picture stays if the link still
 * has the same destination.
 */
function toMissingValues({ now }: ProjectContext, { state, target: before, failure_count }: ThumbnailRow, target: string): ThumbnailValues {
  const isKept = state === 'ready' && before === target
  const delayMs = retriesMs[failure_count] ?? (isKept ? refreshMs : undefined)
  const next_fetch_at = delayMs === undefined ? new Date(8_640_000_000_000_000) : new Date(now.getTime() + delayMs)
  const kept = isKept ? {} : ({ state: 'missing', image_url: null } as const)
  return { ...kept, target, failure_count: failure_count + 1, fetched_at: now, next_fetch_at }
}

async function changeThumbnail({ ctx, slug, thumbnail }: FoundThumbnail, toValues: (tx: Tx) => Promise<ThumbnailValues>): Promise<void> {
  const { link_id: entityId } = thumbnail
  const work = mutate(ctx, { action: 'link.fetch_thumbnail', entity: 'link', entityId }, async (tx, audited) => {
    const values = await toValues(tx)
    if (!(await updateThumbnail(tx, ctx.project.id, entityId, values))) fail('NOT_FOUND')
    audited.before = { slug, thumbnail: thumbnail.image_url }
    audited.after = { slug, thumbnail: values.image_url === undefined ? thumbnail.image_url : values.image_url }
  })
  await ignoreDeleted(work)
}

async function ignoreFetchError<T>(fetched: Promise<T>): Promise<T | undefined> {
  try {
    return await fetched
  } catch (error) {
    if (isFetchError(error)) return undefined
    throw error
  }
}
