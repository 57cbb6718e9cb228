import type { AccessRevocation, RevokedAccess } from '../../access/index.ts'
import { deleteDownloads, selectDownloadedExports } from './export-table.ts'
import { fileNameOf } from './to-data-export.ts'

/** Revokes the download addresses of the organization's archives, which stay. */
export const revokeDownloads: AccessRevocation = async ({ step, inspect, ctx }) => {
  const exports = (await inspect(ctx, (tx) => selectDownloadedExports(tx, ctx.organization.id, ctx.now))) ?? []
  for (const { id, downloads } of exports) {
    await step(ctx, { action: 'data_export.end_downloads', entity: 'data_export', entityId: id }, async (tx, change) => {
      change.before = { downloads }
      await deleteDownloads(tx, id)
    })
  }
  return exports.flatMap((each) =>
    Array.from({ length: each.downloads }, (): RevokedAccess => ({ kind: 'download address', name: fileNameOf(each) })),
  )
}
