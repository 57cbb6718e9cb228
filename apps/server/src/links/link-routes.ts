import { inProjectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { archiveLink, unarchiveLink } from './archive-link.ts'
import { createLink } from './create-link.ts'
import { deleteLink, deleteLinks } from './delete-link.ts'
import { editLink } from './edit-link.ts'
import { editLinks } from './edit-links.ts'
import { findLink } from './find-link.ts'
import { listLinks } from './list-links.ts'

const calls = inProjectCall.links

export function linkRoutes(deps: Deps) {
  return {
    create: calls.create.handler(({ context, input }) => createLink(deps, context.project, input.body)),
    list: calls.list.handler(async ({ context, input }) => {
      const page = await listLinks(deps, context.project, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.links }
    }),
    get: calls.get.handler(({ context, input }) => findLink(deps, context.project, input.params.urlId)),
    update: calls.update.handler(({ context, input }) => editLink(deps, context.project, input.params.urlId, input.body)),
    bulkUpdate: calls.bulkUpdate.handler(({ context, input }) => editLinks(deps, context.project, input.body)),
    archive: calls.archive.handler(({ context, input }) => archiveLink(deps, context.project, input.params.urlId)),
    unarchive: calls.unarchive.handler(({ context, input }) => unarchiveLink(deps, context.project, input.params.urlId)),
    delete: calls.delete.handler(({ context, input }) => deleteLink(deps, context.project, input.params.urlId)),
    bulkDelete: calls.bulkDelete.handler(async ({ context, input }) => ({
      url_ids: await deleteLinks(deps, context.project, input.body.url_ids),
    })),
  }
}
