import { createHash, randomBytes } from 'node:crypto'
import type { DataDownload, DataExportId, OrganizationId } from '@linkshelf/contract'
import {
  type CallContext,
  fail,
  mutate,
  type OrganizationContext,
  type RequestContext,
  read,
  type UserContext,
} from '../../access/index.ts'
import { mayActAsOwner } from '../../organizations/index.ts'
import { toContentDisposition } from '../../platform/csv/csv-file.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { parseByteRange } from '../../platform/http/byte-range.ts'
import { createCallerDatabase, type Tx } from '../../platform/postgres/postgres.ts'
import {
  type ExportDownload,
  type ExportRow,
  insertDownload,
  lockExportForUpdate,
  selectBytesAt,
  selectDownload,
  selectExport,
  toArchiveFileName,
} from './export-table.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How much of an archive one download holds in memory. */
const sliceBytes = 256 * 1_024
/** Maximum number of audit entries per hour for one download address: from one client, and from all clients. */
const auditedPerHour = { client: 1, address: 20 }

/**
 * Creates a download address. It is valid for a day, but only while the user is an owner, and has a second factor if
 * the organization requires one. Existing addresses stay valid. Throws DATA_EXPORT_NOT_FOUND or DATA_EXPORT_NOT_READY.
 * Owners only.
 */
export function createDownload(
  { origins }: OriginDeps,
  ctx: OrganizationContext<UserContext>,
  exportId: DataExportId,
): Promise<DataDownload> {
  const mutation = { action: 'data_export.download', entity: 'data_export', entityId: exportId } as const
  return mutate(ctx, mutation, async (tx) => {
    const row = (await lockExportForUpdate(tx, ctx.organization.id, exportId)) ?? fail('DATA_EXPORT_NOT_FOUND')
    if (row.state !== 'done') fail('DATA_EXPORT_NOT_READY')
    const secret = randomBytes(32).toString('base64url')
    const until = new Date(ctx.now.getTime() + dayMs)
    const download = {
      hash: hashSecret(secret),
      organization_id: ctx.organization.id,
      export_id: exportId,
      created_by: ctx.actor.userId,
      until,
    }
    await insertDownload(tx, download, ctx.now)
    return {
      url: `${origins.app}/v1/public/exports/${ctx.organization.id}/${exportId}/${secret}`,
      expires_at: until.toISOString(),
    }
  })
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export interface DownloadInput {
  organizationId: OrganizationId
  exportId: DataExportId
  secret: string
  /** The values of the headers Range and If-Range. */
  range: string | undefined
  ifRange: string | undefined
}

export interface Download {
  status: 200 | 206
  headers: {
    'content-type': string
    'content-disposition': string
    'content-length': string
    'accept-ranges': 'bytes'
    'content-range'?: string
    etag: string
  }
  body: ReadableStream<Uint8Array>
}

export interface DownloadRequest extends Omit<RequestContext, 'actor'>, Pick<CallContext, 'callLimits' | 'responseEnds'> {}

type DownloadContext = RequestContext & { organization: { id: OrganizationId } }

/**
 * Returns an archive or a range of its bytes, read slice by slice. The download counts toward the limits of the user
 * who created the address. Throws DATA_EXPORT_NOT_FOUND, RANGE_NOT_SATISFIABLE and TOO_MANY_REQUESTS.
 */
export async function downloadExport(request: DownloadRequest, input: DownloadInput): Promise<Download> {
  const ctx = { ...request, actor: { kind: 'system', name: 'download' } as const, organization: { id: input.organizationId } }
  const { row, download } = await read(ctx, async (tx) => {
    const found = await selectDownload(tx, input.exportId, hashSecret(input.secret), request.now)
    return {
      row: await selectExport(tx, input.organizationId, input.exportId),
      download: found && (await isCreatedByOwner(tx, found)) ? found : undefined,
    }
  })
  if (row?.state !== 'done' || download === undefined) return fail('DATA_EXPORT_NOT_FOUND')

  const { callLimits, responseEnds, signal } = request
  const key = download.created_by ?? input.organizationId
  const call = { key, meta: { concurrency: 'downloads' } as const, signal, isUpload: false, responseEnds }
  return callLimits.run(call, () =>
    openArchive({ ...ctx, db: createCallerDatabase(ctx.db, input.organizationId) }, { row, download, input }),
  )
}

async function openArchive(
  ctx: DownloadContext,
  { row, download, input }: { row: ExportRow; download: ExportDownload; input: DownloadInput },
): Promise<Download> {
  const etag = `"${row.id}"`
  const size = row.byte_count
  // If-Range names the file of which the client already has a part. If this is another file, the whole archive is sent,
  // because the client must not append the range to that part.
  const range = input.ifRange === undefined || input.ifRange === etag ? parseByteRange(input.range, size) : undefined
  if (range === 'unsatisfiable') fail('RANGE_NOT_SATISFIABLE')
  const { start, end } = range ?? { start: 0, end: size - 1 }
  await auditFetch(ctx, download, `${start}-${end}`)
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': toContentDisposition(toArchiveFileName(row)),
      'content-length': String(end - start + 1),
      'accept-ranges': 'bytes',
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
      etag,
    },
    body: ReadableStream.from(readBytes(ctx, download, start, end)),
  }
}

/**
 * Writes an audit entry for a client's first request in an hour. A request for a range gets an entry too, because
 * otherwise someone with a copied address could fetch all bytes except the first without an entry. Later requests get
 * no entry, because a resumed download can send thousands of requests and would fill the log.
 */
async function auditFetch(ctx: DownloadContext, { export_id, hash }: ExportDownload, bytes: string): Promise<void> {
  const subject = hash.toString('hex')
  const createLimit = (kind: 'client' | 'address') => ({ kind: `fetches of a ${kind}`, max: auditedPerHour[kind], windowMs: hourMs })
  const reached = await ctx.rateLimiters?.inProcess.consume(
    { limit: createLimit('client'), subject: `${subject} ${ctx.address}` },
    { limit: createLimit('address'), subject },
  )
  if (reached !== undefined) return
  await mutate(ctx, { action: 'data_export.fetch', entity: 'data_export', entityId: export_id }, async (_tx, change) => {
    change.after = { bytes }
  })
}

async function isCreatedByOwner(tx: Tx, { organization_id, created_by }: ExportDownload): Promise<boolean> {
  return created_by === null || mayActAsOwner(tx, organization_id, created_by)
}

/**
 * Reads the bytes from `start` to `end`, including `end`. An error aborts the download, so that an incomplete file does
 * not look complete.
 */
async function* readBytes(
  ctx: Parameters<typeof read>[0],
  download: ExportDownload,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let byte = start
  while (byte <= end) {
    const length = Math.min(sliceBytes, end + 1 - byte)
    const slice = await read(ctx, async (tx) =>
      (await isCreatedByOwner(tx, download)) ? selectBytesAt(tx, download.export_id, byte, length) : undefined,
    )
    if (slice === undefined) throw new Error('An export was deleted, or the role of who made its address ended, while it was downloaded')
    if (slice.length === 0) throw new Error('An export has fewer bytes than it says')
    yield slice
    byte += slice.length
  }
}
