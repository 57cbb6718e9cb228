import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { getFollowing, requestFollowing } from './following/request-following.ts'
import { getLink } from './get-link.ts'
import { getLinkAffiliation } from './get-link-affiliation.ts'
import { bulkRequestLinkChecks, requestLinkCheck } from './health/request-link-check.ts'
import type { LinkEarnings, LinkVisits } from './link-visits.ts'
import { listDeletedLinks } from './list/list-deleted-links.ts'
import { listLinks } from './list/list-links.ts'
import { bulkCreateLinks } from './write/bulk-create-links.ts'
import { bulkUpdateLinks } from './write/bulk-update-links.ts'
import { createLink } from './write/create-link.ts'
import { bulkDeleteLinks, deleteLink } from './write/delete-link.ts'
import { eraseLinks } from './write/erase-links.ts'
import { restoreLinks } from './write/restore-links.ts'
import { checkSlugs, getSlug } from './write/slugs.ts'
import { archiveLink, unarchiveLink, updateLink } from './write/update-link.ts'

const calls = projectCall.links

export function linkRoutes(deps: Deps & { visits: LinkVisits; earnings: LinkEarnings }) {
  return {
    create: calls.create.handler(({ context, input }) => createLink(deps, context.ctx, input.body)),
    bulkCreate: calls.bulkCreate.handler(({ context, input }) =>
      bulkCreateLinks(deps, context.ctx, { items: input.body.items, key: input.headers['idempotency-key'] }),
    ),
    list: calls.list.handler(async ({ context, input }) => {
      const page = await listLinks(deps, context.ctx, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor, 'x-total-count': page.total?.toString() }, body: page.links }
    }),
    get: calls.get.handler(({ context, input }) => getLink(deps, context.ctx, input.params.urlId)),
    checkSlugs: calls.checkSlugs.handler(({ context, input }) => checkSlugs(context.ctx, input.query.slugs, input.query.domain)),
    getSlug: calls.getSlug.handler(({ context, input }) => getSlug(deps, context.ctx, input.params.urlId)),
    update: calls.update.handler(({ context, input }) => updateLink(deps, context.ctx, { linkId: input.params.urlId, update: input.body })),
    bulkUpdate: calls.bulkUpdate.handler(({ context, input }) => bulkUpdateLinks(deps, context.ctx, input.body)),
    listDeleted: calls.listDeleted.handler(async ({ context, input }) => {
      const page = await listDeletedLinks(deps, context.ctx, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.links }
    }),
    erase: calls.erase.handler(async ({ context, input }) => ({ url_ids: await eraseLinks(context.ctx, input.body.url_ids) })),
    restore: calls.restore.handler(({ context, input }) => restoreLinks(deps, context.ctx, input.body.url_ids)),
    check: calls.check.handler(({ context, input }) => requestLinkCheck(deps, context.ctx, input.params.urlId)),
    bulkCheck: calls.bulkCheck.handler(async ({ context, input }) => ({
      url_ids: await bulkRequestLinkChecks(context.ctx, input.body.url_ids),
    })),
    follow: calls.follow.handler(({ context, input }) => requestFollowing(context.ctx, input.params.urlId)),
    following: calls.following.handler(({ context, input }) => getFollowing(context.ctx, input.params.urlId)),
    affiliation: calls.affiliation.handler(({ context, input }) => getLinkAffiliation(context.ctx, input.params.urlId)),
    archive: calls.archive.handler(({ context, input }) => archiveLink(deps, context.ctx, input.params.urlId)),
    unarchive: calls.unarchive.handler(({ context, input }) => unarchiveLink(deps, context.ctx, input.params.urlId)),
    delete: calls.delete.handler(({ context, input }) => deleteLink(context.ctx, input.params.urlId)),
    bulkDelete: calls.bulkDelete.handler(async ({ context, input }) => ({
      url_ids: await bulkDeleteLinks(context.ctx, input.body.url_ids),
    })),
  }
}
