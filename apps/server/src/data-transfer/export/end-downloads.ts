import type { AccessEnder, EndedAccess } from '../../access/index.ts'
import { deleteDownloads, selectDownloadedExports } from './export-table.ts'
import { fileNameOf } from './to-data-export.ts'

/** Ends the download addresses of the organization's archives, which stay. */
export const endDownloads: AccessEnder = async ({ step, inspect, ctx }) => {
  const exports = (await inspect(ctx, (tx) => selectDownloadedExports(tx, ctx.organization.id, ctx.now))) ?? []
  for (const { id, downloads } of exports) {
    await step(ctx, { action: 'data_export.end_downloads', entity: 'data_export', entityId: id }, async (tx, change) => {
      change.before = { downloads }
      await deleteDownloads(tx, id)
    })
  }
  return exports.flatMap((each) =>
    Array.from({ length: each.downloads }, (): EndedAccess => ({ kind: 'download address', name: fileNameOf(each) })),
  )
}
