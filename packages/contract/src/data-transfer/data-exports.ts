import { z } from 'zod'
import { call, instant, organizationParams, publicCall } from '../call.ts'
import { errors } from '../errors.ts'
import { dataExportId, organizationId, uuid } from '../ids.ts'

/** The archive of an export is deleted after this many days. */
export const dataExportDays = 7

/** Maximum number of stored exports per organization that are finished. The next export replaces the oldest. */
export const dataExportsPerOrganization = 3

/** An export: an archive of everything that an organization has. */
const dataExport = z.object({
  export_id: uuid,
  state: z.enum(['running', 'done']),
  /** How much of the archive is written, in percent. */
  progress: z.number().int().min(0).max(100),
  file_name: z.string(),
  bytes: z.number().int().describe('The number of bytes that are already written'),
  created_at: instant,
  finished_at: instant.nullable(),
  expires_at: instant.nullable().describe(`When the archive is deleted: ${dataExportDays} days after it is finished`),
})

/** The address of an archive. It needs no sign-in, and stops working at `expires_at`. */
const dataDownload = z.object({ url: z.url(), expires_at: instant })

/** Describes the archive in the OpenAPI document as a file that needs no sign-in. */
function describeArchive<Operation extends { responses?: object }>(operation: Operation): Operation {
  const archive = (description: string) => ({
    description,
    content: { 'application/gzip': { schema: { type: 'string', contentMediaType: 'application/gzip' } } },
  })
  const files = { 200: archive('The archive'), 206: archive('The bytes that Range names') }
  return { ...operation, security: [], responses: { ...operation.responses, ...files } }
}

const exportsPath = '/v1/{orgId}/exports'
const oneExport = organizationParams.extend({ exportId: dataExportId })

const fileHeaders = z.object({
  'content-type': z.string(),
  'content-disposition': z.string(),
  'content-length': z.string(),
  'accept-ranges': z.literal('bytes'),
  'content-range': z.string().optional(),
  etag: z.string(),
})
/** On the server, the archive is a stream, so that it never has to fit into memory. */
const archiveStream = z.custom<ReadableStream<Uint8Array>>((body) => body instanceof ReadableStream || body instanceof Blob)

/** Only owners may make these calls, except the download of an archive. */
export const dataExports = {
  create: call({
    method: 'POST',
    path: exportsPath,
    successStatus: 201,
    summary: 'Export everything the organization has, in the background. If an export is already running, returns that export',
    needsRecentSignIn: 'always',
    storesFiles: true,
    ownerTask: 'archives',
  })
    .input(z.object({ params: organizationParams }))
    .output(dataExport)
    .errors(errors('UPLOAD_SPACE_EXHAUSTED')),
  list: call({ method: 'GET', path: exportsPath, summary: 'The exports of an organization, latest first', ownerTask: 'archives' })
    .input(z.object({ params: organizationParams }))
    .output(z.array(dataExport)),
  get: call({ method: 'GET', path: `${exportsPath}/{exportId}`, summary: 'The state and the progress of an export', ownerTask: 'archives' })
    .input(z.object({ params: oneExport }))
    .output(dataExport)
    .errors(errors('DATA_EXPORT_NOT_FOUND')),
  createDownload: call({
    method: 'POST',
    path: `${exportsPath}/{exportId}/download`,
    summary:
      'Create an address from which a finished export can be downloaded for a day. Its earlier addresses also work until they expire',
    needsRecentSignIn: 'always',
    ownerTask: 'archives',
    needsConfirmedEmail: true,
  })
    .input(z.object({ params: oneExport }))
    .output(dataDownload)
    .errors(errors('DATA_EXPORT_NOT_FOUND', 'DATA_EXPORT_NOT_READY')),
  delete: call({
    method: 'DELETE',
    path: `${exportsPath}/{exportId}`,
    successStatus: 204,
    summary: 'Stop an export, and delete its archive',
    ownerTask: 'archives',
  })
    .input(z.object({ params: oneExport }))
    .output(z.void())
    .errors(errors('DATA_EXPORT_NOT_FOUND')),
  download: publicCall('/v1/public/exports/{orgId}/{exportId}/{secret}', 'Download an export. A Range header selects a part of it')
    .route({ outputStructure: 'detailed', spec: describeArchive })
    .input(
      z.object({
        params: z.object({ orgId: organizationId, exportId: dataExportId, secret: z.string().max(100) }),
        headers: z.object({ range: z.string().optional(), 'if-range': z.string().optional() }),
      }),
    )
    .output(
      z.union([
        z.object({ status: z.literal(200).describe('The archive'), headers: fileHeaders, body: archiveStream }),
        z.object({ status: z.literal(206).describe('The bytes that Range names'), headers: fileHeaders, body: archiveStream }),
      ]),
    )
    .errors(errors('REQUEST_INVALID', 'DATA_EXPORT_NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'TOO_MANY_REQUESTS')),
}

export type DataExport = z.infer<typeof dataExport>
export type DataDownload = z.infer<typeof dataDownload>
