import { createHash, randomBytes } from 'node:crypto'
import type { DataDownload, DataExportId, OrganizationId } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, type RequestContext, read, type UserContext } from '../../access/index.ts'
import { isOwner } from '../../organizations/index.ts'
import { toContentDisposition } from '../../platform/csv/csv-file.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { parseRange } from '../../platform/http/byte-range.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import {
  type ExportDownload,
  fileNameOf,
  insertDownload,
  lockExportForUpdate,
  selectDownload,
  selectExport,
  selectPartAt,
} from './export-table.ts'

const dayMs = 86_400_000

/**
 * An address that is valid for a day while the user is an owner, beside those that are. Throws DATA_EXPORT_NOT_FOUND or
 * DATA_EXPORT_NOT_READY. Owners only.
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
      hash: hashOf(secret),
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

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export interface DownloadInput {
  organizationId: OrganizationId
  exportId: DataExportId
  secret: string
  /** The headers Range and If-Range. */
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

/** An archive, or a range of its bytes, read part by part. Throws DATA_EXPORT_NOT_FOUND and RANGE_NOT_SATISFIABLE. */
export async function downloadExport(request: Omit<RequestContext, 'actor'>, input: DownloadInput): Promise<Download> {
  const ctx = { ...request, actor: { kind: 'system', name: 'download' } as const, organization: { id: input.organizationId } }
  const { row, download } = await read(ctx, async (tx) => {
    const found = await selectDownload(tx, input.exportId, hashOf(input.secret), request.now)
    return {
      row: await selectExport(tx, input.organizationId, input.exportId),
      download: found && (await isOfOwner(tx, found)) ? found : undefined,
    }
  })
  if (row?.state !== 'done' || download === undefined) return fail('DATA_EXPORT_NOT_FOUND')

  const etag = `"${row.id}"`
  const size = row.byte_count
  // A part of another file must not be appended to the one that is there.
  const range = input.ifRange === undefined || input.ifRange === etag ? parseRange(input.range, size) : undefined
  if (range === 'unsatisfiable') fail('RANGE_NOT_SATISFIABLE')
  const { start, end } = range ?? { start: 0, end: size - 1 }
  // Also of a range: all bytes but the first would do for who has a copy of the address.
  await mutate(ctx, { action: 'data_export.fetch', entity: 'data_export', entityId: row.id }, async (_tx, change) => {
    change.after = { bytes: `${start}-${end}` }
  })
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': toContentDisposition(fileNameOf(row)),
      'content-length': String(end - start + 1),
      'accept-ranges': 'bytes',
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
      etag,
    },
    body: ReadableStream.from(readBytes(ctx, download, start, end)),
  }
}

async function isOfOwner(tx: Tx, { organization_id, created_by }: ExportDownload): Promise<boolean> {
  return created_by === null || isOwner(tx, organization_id, created_by)
}

/**
 * Reads from one byte to another, both included. An error aborts the download, so that a part is not
 * mistaken for the whole.
 */
async function* readBytes(
  ctx: Parameters<typeof read>[0],
  download: ExportDownload,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let byte = start
  while (byte <= end) {
    const part = await read(ctx, async (tx) => ((await isOfOwner(tx, download)) ? selectPartAt(tx, download.export_id, byte) : undefined))
    if (part === undefined) throw new Error('An export was deleted, or the role of who made its address ended, while it was downloaded')
    const chunk = part.bytes.subarray(byte - part.start_byte, end + 1 - part.start_byte)
    if (chunk.length === 0) throw new Error('An export has fewer bytes than it says')
    yield chunk
    byte += chunk.length
  }
}
