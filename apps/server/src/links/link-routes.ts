import { inProjectCall } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { archiveLink, unarchiveLink } from './archive-link.ts'
import { createLink } from './create-link.ts'
import { deleteLink, deleteLinks } from './delete-link.ts'
import { editLink } from './edit-link.ts'
import { editLinks } from './edit-links.ts'
import { findLink } from './find-link.ts'
import { listLinks } from './list-links.ts'

const calls = inProjectCall.links

export function linkRoutes(platform: Platform) {
  return {
    create: calls.create.handler(({ context, input }) => createLink(platform, context.project, input.body)),
    list: calls.list.handler(async ({ context, input }) => {
      const page = await listLinks(platform, context.project, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.links }
    }),
    find: calls.find.handler(({ context, input }) => findLink(platform, context.project, input.params.urlId)),
    edit: calls.edit.handler(({ context, input }) => editLink(platform, context.project, input.params.urlId, input.body)),
    editMany: calls.editMany.handler(({ context, input }) => editLinks(platform, context.project, input.body)),
    archive: calls.archive.handler(({ context, input }) => archiveLink(platform, context.project, input.params.urlId)),
    unarchive: calls.unarchive.handler(({ context, input }) => unarchiveLink(platform, context.project, input.params.urlId)),
    delete: calls.delete.handler(({ context, input }) => deleteLink(platform, context.project, input.params.urlId)),
    deleteMany: calls.deleteMany.handler(async ({ context, input }) => ({
      url_ids: await deleteLinks(platform, context.project, input.body.url_ids),
    })),
  }
}
