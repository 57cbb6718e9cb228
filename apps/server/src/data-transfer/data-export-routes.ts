import { organizationCall, publicCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createExport } from './export/create-export.ts'
import { deleteExport } from './export/delete-export.ts'
import { createDownload, downloadExport } from './export/download-export.ts'
import { getExport, listExports } from './export/read-exports.ts'

const calls = organizationCall.dataExports

export function dataExportRoutes(deps: Deps) {
  return {
    create: calls.create.handler(({ context }) => createExport(deps, context.ctx)),
    list: calls.list.handler(({ context }) => listExports(context.ctx)),
    get: calls.get.handler(({ context, input }) => getExport(context.ctx, input.params.exportId)),
    createDownload: calls.createDownload.handler(({ context, input }) => createDownload(deps, context.ctx, input.params.exportId)),
    delete: calls.delete.handler(({ context, input }) => deleteExport(context.ctx, input.params.exportId)),
    download: publicCall.dataExports.download.handler(({ context, input: { params, headers } }) =>
      downloadExport(context, {
        organizationId: params.orgId,
        exportId: params.exportId,
        secret: params.secret,
        range: headers.range,
        ifRange: headers['if-range'],
      }),
    ),
  }
}
