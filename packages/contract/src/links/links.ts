import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, day, projectParams, timeZone } from '../call.ts'
import { restorableDays } from '../deletion-limits.ts'
import { deletionFields } from '../deletions.ts'
import { hostName } from '../domains/host-name.ts'
import { errors } from '../errors.ts'
import { fileImportId, linkId, uuid } from '../ids.ts'
import { labelName, labelNames } from '../labels/labels.ts'
import { text } from '../text.ts'
import { idempotencyKey, linkResult, linksBulkCreate } from './bulk-create.ts'
import { linkAffiliation } from './link-affiliation.ts'
import { linkFollowing } from './link-following.ts'
import { destination } from './link-forms.ts'
import { linkHealthFilters } from './link-health.ts'
import { bulkLinksMax, defaultDomainFilter, linkCountMax, linkSorts, linksPageSize, searchMaxLength } from './link-limits.ts'
import { domainErrors, link, linkDraft, linkUpdate, slug } from './link-schemas.ts'
import { checkedSlugsMax, slugFixedReasons, slugStatuses } from './slugs.ts'

export * from './affiliate-networks.ts'
export * from './affiliate-tools.ts'
export * from './bulk-create.ts'
export * from './link-affiliation.ts'
export * from './link-edit-form.ts'
export * from './link-following.ts'
export * from './link-forms.ts'
export * from './link-health.ts'
export * from './link-limits.ts'
export * from './link-schemas.ts'
export * from './link-shops.ts'
export * from './parse-short-path.ts'
export * from './short-paths.ts'
export * from './short-urls.ts'
export * from './slug-rules.ts'
export * from './slugs.ts'

export const linkQuery = z
  .strictObject({
    search: z.optional(text.check(mini.trim(), mini.maxLength(searchMaxLength))),
    label: z.optional(labelName),
    target: z.optional(destination).describe('Only links to exactly this destination'),
    domain: z
      .optional(z.union([z.literal(defaultDomainFilter), hostName]))
      .describe(`Only links of this domain, by its host; ${defaultDomainFilter}: only links of the default domain`),
    import_id: z.optional(fileImportId).describe('Only links that this import of links or of products created'),
    archived: z.stringbool().default(false),
    include_archived: z.stringbool().default(false).describe('Whether archived links are listed too; only with `target`'),
    health: z.enum(linkHealthFilters).optional(),
    sort: z
      .enum([...linkSorts, 'relevance'])
      .default('newest')
      .describe(
        "By name: the title, or the destination without its scheme. By clicks and by earned: those of the organization's last dashboard_days, or of the days given. By earned: converted to the project's currency if it has rates; otherwise in the currency in which most links have earnings, then links with earnings only in other currencies, then the others. By relevance: only with a search and without other filters, the best links alone, without further pages. Title, short name and destination that are the term or begin with it come first, then those that contain it, and of equals the most clicked",
      ),
    tz: timeZone.describe('Where days begin, for the orders by clicks and by earned'),
    from: day.optional().describe('The first day, for the orders by clicks and by earned'),
    to: day.optional().describe('The last day, for the orders by clicks and by earned'),
    range: z
      .literal('all')
      .optional()
      .describe('Instead of days: all since the first click, as far as the plan shows, for the orders by clicks and by earned'),
    total: z
      .stringbool()
      .default(false)
      .describe(`Whether x-total-count is returned; of more than ${linkCountMax} links, one more than that`),
    limit: z.coerce.number().int().min(1).max(100).default(linksPageSize),
    // A cursor of links that are sorted by name contains up to 100 characters of a name.
    cursor: z.string().max(1_000).optional(),
  })
  // `include_archived` requires `target`. No index sorts archived links together with other links, but the few links
  // with the same target can be sorted without an index.
  .refine(({ include_archived, target }) => !include_archived || target !== undefined, {
    path: ['include_archived'],
    error: 'Only with `target`',
  })
  .refine((query) => query.sort !== 'relevance' || isRankable(query), {
    path: ['sort'],
    error: 'By relevance only with a search, and without a cursor, a label, a target, a domain, an import or a health',
  })

interface RankableQuery {
  search?: string | undefined
  label?: string | undefined
  target?: string | undefined
  domain?: string | undefined
  import_id?: string | undefined
  health?: string | undefined
  cursor?: string | undefined
}

/**
 * Whether the links of a query can be ranked by relevance. Ranking selects the best links that match the search before
 * any filter applies, so a ranked query has a search and no filter.
 */
function isRankable({ search = '', label, target, domain, import_id, health, cursor }: RankableQuery): boolean {
  return search !== '' && [label, target, domain, import_id, health, cursor].every((filter) => filter === undefined)
}

/** Slugs in a query parameter, separated by commas. */
const slugList = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(slug).min(1).max(checkedSlugsMax))

/** By default, slugs are checked on the domain of the instance. */
const slugCheckQuery = z.strictObject({ slugs: slugList, domain: z.optional(hostName) })

const slugCheck = z.object({ slug: z.string(), status: z.enum(slugStatuses) })

const linkSlug = z.object({ slug: z.string(), fixed_because: z.enum(slugFixedReasons).nullable() })

const noLinks = { error: 'Choose at least one link' }
const linkIds = z
  .array(linkId, noLinks)
  .min(1, noLinks)
  .max(bulkLinksMax)
  .transform((ids) => [...new Set(ids)])

/**
 * The same change to several links. A label that is both added and removed is removed. `remove_pasted_tags` removes the
 * tags of others from stored retailer addresses. Visitors still get the owner's tag.
 */
export const linksBulkUpdate = z.strictObject({
  url_ids: linkIds,
  archived: z.boolean().optional(),
  affiliated: z.boolean().optional(),
  remove_pasted_tags: z.boolean().optional(),
  /**
   * If the page of a link redirects elsewhere, the link gets the address where the redirects ended, as in the link
   * report.
   */
  follow_redirects: z.boolean().optional(),
  add_labels: z._default(labelNames, []),
  remove_labels: z._default(labelNames, []),
  /** Moves the links to this domain. Each link keeps its slug, and its earlier address becomes an alias. */
  domain: z.optional(z.nullable(hostName)),
})

const oneLink = projectParams.extend({ urlId: linkId })

const deletedLinkQuery = z.strictObject({
  search: z.optional(text.check(mini.trim(), mini.maxLength(searchMaxLength))),
  limit: z.coerce.number().int().min(1).max(100).default(linksPageSize),
  cursor: z.string().max(200).optional(),
})

/** A deleted link that can be restored. */
const deletedLink = z.object({
  url_id: uuid,
  url: z.url(),
  target: z.url(),
  title: z.string().nullable(),
  slug_taken: z.boolean().describe('Whether another link got the short name; the link gets a new one when it is restored'),
  ...deletionFields,
})

export type DeletedLink = z.infer<typeof deletedLink>
export type DeletedLinkQuery = z.output<typeof deletedLinkQuery>

const restoredLink = link.extend({
  earlier_url: z.url().nullable().describe('The short URL before the deletion, if another link got it; null if it stayed the same'),
})

export type RestoredLink = z.infer<typeof restoredLink>

export const links = {
  create: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls',
    successStatus: 201,
    summary: 'Create a short link',
    addsToProject: true,
  })
    .input(z.object({ params: projectParams, body: linkDraft }))
    .output(link)
    .errors(errors('LINK_LIMIT_REACHED', 'LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED', 'LINK_TARGET_FORBIDDEN', 'LABEL_LIMIT_REACHED'))
    .errors(domainErrors),
  bulkCreate: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/bulk',
    summary: `Create up to ${bulkLinksMax} short links; each item succeeds or fails by itself`,
    addsToProject: true,
  })
    .input(
      z.object({
        params: projectParams,
        headers: z.object({ 'idempotency-key': idempotencyKey.optional() }),
        body: linksBulkCreate,
      }),
    )
    .output(z.object({ results: z.array(linkResult) }))
    .errors(errors('IDEMPOTENCY_KEY_REUSED')),
  list: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/urls',
    outputStructure: 'detailed',
    summary:
      'List links, newest first unless sorted; the next cursor is in x-next-cursor, and how many links match in x-total-count on request',
  })
    .input(z.object({ params: projectParams, query: linkQuery }))
    .output(
      z.object({
        headers: z.object({ 'x-next-cursor': z.string().optional(), 'x-total-count': z.string().optional() }),
        body: z.array(link),
      }),
    )
    .errors(errors('ANALYTICS_HISTORY_LOCKED', 'ANALYTICS_TIMEOUT', 'ANALYTICS_UNAVAILABLE')),
  get: call({ method: 'GET', path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}', summary: 'Read one link' })
    .input(z.object({ params: oneLink }))
    .output(link)
    .errors(errors('LINK_NOT_FOUND')),
  checkSlugs: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/slugs',
    summary: 'Whether short names are free; a name can still be taken before you create the link',
  })
    .input(z.object({ params: projectParams, query: slugCheckQuery }))
    .output(z.array(slugCheck))
    .errors(domainErrors),
  getSlug: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}/slug',
    summary: 'The short name of a link, and whether its address would stay as an alias if the short name changes',
  })
    .input(z.object({ params: oneLink }))
    .output(linkSlug)
    .errors(errors('LINK_NOT_FOUND', 'ANALYTICS_TIMEOUT', 'ANALYTICS_UNAVAILABLE')),
  update: call({
    method: 'PATCH',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}',
    summary:
      'Edit a link; fails if you send a revision, and the link was changed since you read it. If the short name changes, the earlier address stays as an alias, unless the link is new and was never visited',
  })
    .input(z.object({ params: oneLink, body: linkUpdate }))
    .output(link)
    .errors(
      errors(
        'LINK_NOT_FOUND',
        'LINK_TARGET_FORBIDDEN',
        'PAGE_URL_TARGET_FIXED',
        'LABEL_LIMIT_REACHED',
        'LINK_SLUG_FIXED',
        'LINK_SLUG_TAKEN',
        'LINK_SLUG_RESERVED',
        'REVISION_OUTDATED',
      ),
    )
    .errors(domainErrors)
    // These errors are possible because an update that changes the slug queries the link's visits.
    .errors(errors('ANALYTICS_TIMEOUT', 'ANALYTICS_UNAVAILABLE')),
  bulkUpdate: call({
    method: 'PATCH',
    path: '/v1/{orgId}/projects/{projectId}/urls',
    summary: 'Label, archive, move or untag several links at once',
  })
    .input(z.object({ params: projectParams, body: linksBulkUpdate }))
    .output(z.array(link))
    .errors(errors('LABEL_LIMIT_REACHED', 'LINK_SLUG_FIXED', 'LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED'))
    .errors(domainErrors),
  bulkDelete: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/delete',
    summary: `Delete several links, which can be restored for ${restorableDays} days; returns the ids of those that existed`,
  })
    .input(z.object({ params: projectParams, body: z.strictObject({ url_ids: linkIds }) }))
    .output(z.object({ url_ids: z.array(uuid) })),
  listDeleted: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/urls/deleted',
    outputStructure: 'detailed',
    summary: 'List deleted links that can be restored, last deleted first; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: projectParams, query: deletedLinkQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(deletedLink) })),
  restore: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/restore',
    summary: `Restore deleted links within ${restorableDays} days, all of them or none; returns the links that exist afterwards`,
  })
    .input(z.object({ params: projectParams, body: z.strictObject({ url_ids: linkIds }) }))
    .output(z.array(restoredLink))
    .errors(errors('LINK_LIMIT_REACHED', 'PAGE_URL_LIMIT_REACHED')),
  erase: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/erase',
    summary: 'Erase the content of deleted links now, which can’t be undone; returns the ids of those that were not erased yet',
    needsRecentSignIn: 'always',
    ownerTask: 'erase',
  })
    .input(z.object({ params: projectParams, body: z.strictObject({ url_ids: linkIds }) }))
    .output(z.object({ url_ids: z.array(uuid) })),
  check: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}/check',
    summary: 'Check the destination of a link now; at most once a minute',
  })
    .input(z.object({ params: oneLink }))
    .output(link)
    .errors(errors('LINK_NOT_FOUND')),
  bulkCheck: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/check',
    summary:
      'Check the destinations of several links now, and resolve their short URLs again; returns the ids of the links that will be checked',
  })
    .input(z.object({ params: projectParams, body: z.strictObject({ url_ids: linkIds }) }))
    .output(z.object({ url_ids: z.array(uuid) })),
  follow: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}/follow',
    summary:
      'Find where the short link of an affiliate tool, or of a service that shortens, leads, which counts as one click there. Within an hour of a request, returns what that found. The link stays as it is: update its target to use what was found',
  })
    .input(z.object({ params: oneLink }))
    .output(linkFollowing)
    .errors(errors('LINK_NOT_FOUND', 'LINK_NOT_FOLLOWABLE')),
  following: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}/follow',
    summary: 'Where the short link of a tool or of a service that shortens leads, and why it could not be followed',
  })
    .input(z.object({ params: oneLink }))
    .output(linkFollowing)
    .errors(errors('LINK_NOT_FOUND')),
  affiliation: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}/affiliation',
    summary: 'The effect of the project’s integrations on a link: its retailer, its tag, and the shops of other countries',
  })
    .input(z.object({ params: oneLink }))
    .output(linkAffiliation)
    .errors(errors('LINK_NOT_FOUND')),
  archive: call({ method: 'POST', path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}/archive', summary: 'Archive a link' })
    .input(z.object({ params: oneLink }))
    .output(link)
    .errors(errors('LINK_NOT_FOUND')),
  unarchive: call({ method: 'POST', path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}/unarchive', summary: 'Unarchive a link' })
    .input(z.object({ params: oneLink }))
    .output(link)
    .errors(errors('LINK_NOT_FOUND')),
  delete: call({
    method: 'DELETE',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}',
    successStatus: 204,
    summary: `Delete a link, which can be restored for ${restorableDays} days; its short name can never be used again`,
  })
    .input(z.object({ params: oneLink }))
    .output(z.void())
    .errors(errors('LINK_NOT_FOUND')),
}

export type LinksBulkUpdate = z.output<typeof linksBulkUpdate>
export type LinkQuery = z.output<typeof linkQuery>
