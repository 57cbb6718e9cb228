import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, day, instant, projectParams, timeZone } from '../call.ts'
import { errors } from '../errors.ts'
import { linkId, uuid } from '../ids.ts'
import { retailers } from '../integrations/integration-rules.ts'
import { labelName, labelNames } from '../labels/labels.ts'
import { maxCharacters, nullableText, optionalText, text } from '../text.ts'
import { expansionStatuses, tagStatuses } from './link-affiliation-rules.ts'
import { type LinkHealthReason, linkHealthReasons } from './link-health-reasons.ts'
import { linkHealthStatuses, linkProblems } from './link-health-rules.ts'
import {
  bulkLinksMax,
  checkedSlugsMax,
  destinationHref,
  linkCountMax,
  linkMessages,
  linkSorts,
  linksPageSize,
  linkUndoMs,
  notesMaxLength,
  searchMaxLength,
  slugMessage,
  slugPattern,
  slugStatuses,
  targetMaxLength,
  titleMaxLength,
  typedDestinationHref,
} from './link-rules.ts'
import { isShopPlace, linkShopMessages, shopNameMaxLength, shopReasons, shopsPerLink } from './link-shop-rules.ts'
import { utmForm } from './utm-templates.ts'

export * from './link-affiliation-rules.ts'
export * from './link-health-reasons.ts'
export * from './link-health-rules.ts'
export * from './link-rules.ts'
export * from './link-shop-rules.ts'
export * from './short-url.ts'

/** Parsed once, here: the serialised href is what is stored, served and shown. */
export const destination = destinationText(destinationHref)

/** A destination as users type it into a form, where the scheme may be missing. */
export const destinationForm = mini.object({ target: destinationText(typedDestinationHref) })

function destinationText(toHref: (text: string) => string | undefined) {
  return mini.pipe(
    mini
      .string({ error: linkMessages.invalidUrl })
      .check(mini.trim(), mini.maxLength(targetMaxLength, { error: `A URL may have ${targetMaxLength} characters at most` })),
    mini.transform((typed: string, payload) => {
      const href = toHref(typed)
      if (href !== undefined) return href
      payload.issues.push({ code: 'custom', message: linkMessages.invalidUrl, input: typed })
      return mini.NEVER
    }),
  )
}

/** A custom short name. */
export const slug = z.string({ error: slugMessage }).regex(slugPattern, { error: slugMessage })

const title = text.check(mini.trim(), maxCharacters(titleMaxLength))

/** Members of the organization see notes; visitors never do. Blank notes are null. */
const notes = nullableText(notesMaxLength)

/**
 * Whether visitors are sent on with the owner's tag: not for links in emails and in print, where programmes forbid it.
 */
const affiliated = z.boolean()

const place = mini
  .string({ error: linkShopMessages.placeInvalid })
  .check(mini.refine(isShopPlace, { error: linkShopMessages.placeInvalid }))

/**
 * A further destination of a link. Visitors from its place are redirected to it, and a choice page has a button for it.
 */
export const linkShop = mini.strictObject({
  place: mini._default(mini.nullable(place), null),
  /** The name on the button of a choice page; by default the shop's own. */
  name: optionalText(shopNameMaxLength),
  target: destination,
})

export const linkShops = mini.array(linkShop).check(...shopChecks())

function shopChecks() {
  return [
    mini.maxLength(shopsPerLink, { error: `A link may have ${shopsPerLink} shops at most` }),
    mini.refine<LinkShop[]>((shops) => isEachOnce(shops.flatMap(({ place }) => place ?? [])), { error: linkShopMessages.placeRepeated }),
  ]
}

/** The shops of a link as a form has them: texts may be empty, and rows have an id. */
export const linkShopsForm = mini.object({
  shops: mini
    .array(
      mini.pipe(
        mini.object({ id: mini.string(), place: mini.string(), name: mini.string(), target: destinationText(typedDestinationHref) }),
        mini.transform(({ place, name, target }): LinkShop => ({ place: place || null, name: name || null, target })),
      ),
    )
    .check(...shopChecks()),
  choice_page: mini.boolean(),
})

function isEachOnce(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}

export const linkDraft = z.strictObject({
  target: destination,
  labels: z._default(labelNames, []),
  slug: slug.optional(), // by default generated
  title: z.optional(title), // by default the page's title
  notes: z.optional(notes),
  affiliated: z.optional(affiliated), // by default true
  shops: z.optional(linkShops),
  choice_page: z.optional(z.boolean()), // by default false
})

/**
 * The form for the details of a new link. Texts may be empty, and campaign parameters are a part of the destination.
 */
export const linkDetailsForm = mini.object({
  slug: mini.string().check(mini.trim(), mini.regex(slugPattern, { error: slugMessage })),
  title,
  notes: text.check(mini.trim(), maxCharacters(notesMaxLength)),
  labels: labelNames,
  affiliated: mini.boolean(),
  utm: utmForm,
})

export const linkUpdate = z.strictObject({
  target: z.optional(destination),
  labels: z.optional(labelNames),
  slug: slug.optional(),
  title: z.optional(title),
  /**
   * By default true with a title. False means that the title is that of the page, so the next read of the page replaces
   * it. Ignored without a title.
   */
  own_title: z.boolean().optional(),
  notes: z.optional(notes),
  affiliated: z.optional(affiliated),
  shops: z.optional(linkShops),
  choice_page: z.optional(z.boolean()),
})

/** The result of the last check of a destination. */
export const linkHealth = z.object({
  status: z.enum(linkHealthStatuses),
  reason: z.enum(Object.keys(linkHealthReasons) as LinkHealthReason[]).nullable(),
  checked_at: instant.nullable(),
  /** It was changed, or its owner asked for a check, and the result is not known yet. */
  checking: z.boolean(),
})

/** A link as the API returns it; `url` is the short URL. */
export const link = z.object({
  url_id: uuid,
  url: z.url(),
  target: z.url(),
  labels: z.array(z.string()),
  archived: z.boolean(),
  pending: z.boolean(),
  affiliated: z.boolean(),
  shops: z.array(z.object({ place: z.string().nullable(), name: z.string().nullable(), target: z.url() })),
  choice_page: z.boolean(),
  brand_logo: z.string().nullable(),
  /** The icon of the site that the link leads to; null while it has none. */
  icon: z.url().nullable(),
  created_at: instant,
  title: z.string().nullable(),
  /** Whether its owner chose the title; any other is that of the page. */
  own_title: z.boolean(),
  notes: z.string().nullable(),
  health: linkHealth,
})

/** The effect of the project's integrations on a link. */
export const linkAffiliation = z.object({
  retailer: z.enum(retailers).nullable(),
  market: z.string().nullable(),
  status: z.enum(tagStatuses),
  pasted_tag: z.string().nullable(),
  affiliated: z.boolean(),
  /** The state of resolving a short URL, which needs a request; null for any other address. */
  expansion: z.enum(expansionStatuses).nullable(),
  /** The URL that the short URL leads to. */
  expanded: z.url().nullable(),
  /** The redirect location of visitors for whom no shop is entered. */
  location: z.url(),
  /** A page that names the shop comes first. */
  has_page: z.boolean(),
  /**
   * Retailers that visitors reach with a tag, the owner's or a pasted one, or by a short URL,
   * which may have one inside.
   */
  programmes: z.array(z.enum(retailers)),
  /**
   * Locations by country or marketplace of Amazon. Where `location` is null, visitors are redirected as all others are.
   */
  shops: z.array(z.object({ place: z.string(), reason: z.enum(shopReasons), location: z.url().nullable() })),
})

export const linkQuery = z
  .strictObject({
    search: z.optional(text.check(mini.trim(), mini.maxLength(searchMaxLength))),
    label: z.optional(labelName),
    target: z.optional(destination).describe('Only links to exactly this destination'),
    archived: z.stringbool().default(false),
    include_archived: z.stringbool().default(false).describe('Archived links beside the others, only with a target'),
    health: z.enum(linkProblems).optional(),
    sort: z
      .enum(linkSorts)
      .default('newest')
      .describe(
        "By name: the title, or the destination without its scheme. By clicks: those of the organization's last dashboard_days, or of the days given",
      ),
    tz: timeZone.describe('Where days begin, for the order by clicks'),
    from: day.optional().describe('The first day, for the order by clicks'),
    to: day.optional().describe('The last day, for the order by clicks'),
    total: z
      .stringbool()
      .default(false)
      .describe(`Whether x-total-count is returned; of more than ${linkCountMax} links, one more than that`),
    limit: z.coerce.number().int().min(1).max(100).default(linksPageSize),
    // A cursor of links in the order of names contains up to 100 characters of a name.
    cursor: z.string().max(1_000).optional(),
  })
  // No index has archived links in one order with the others; those to a destination are few.
  .refine(({ include_archived, target }) => !include_archived || target !== undefined, {
    path: ['include_archived'],
    error: 'Only with a target',
  })

/** Short names in a query parameter, separated by commas. */
const slugList = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(slug).min(1).max(checkedSlugsMax))

const slugCheck = z.object({ slug: z.string(), status: z.enum(slugStatuses) })

const noLinks = { error: 'Choose at least one link' }
const linkIds = z
  .array(linkId, noLinks)
  .min(1, noLinks)
  .max(bulkLinksMax)
  .transform((ids) => [...new Set(ids)])

/**
 * The same change on several links. A label that is both added and removed is removed. `remove_pasted_tags` stores
 * addresses of retailers without the tags of others; visitors get the owner's tag as before.
 */
export const linksBulkUpdate = z.strictObject({
  url_ids: linkIds,
  archived: z.boolean().optional(),
  affiliated: z.optional(affiliated),
  remove_pasted_tags: z.boolean().optional(),
  /** Links whose pages redirect elsewhere get the address where that ended, as the link report names it. */
  follow_redirects: z.boolean().optional(),
  add_labels: z._default(labelNames, []),
  remove_labels: z._default(labelNames, []),
})

const oneLink = projectParams.extend({ urlId: linkId })

export const links = {
  create: call({ method: 'POST', path: '/v1/{orgId}/projects/{projectId}/urls', successStatus: 201, summary: 'Create a short link' })
    .input(z.object({ params: projectParams, body: linkDraft }))
    .output(link)
    .errors(errors('LINK_LIMIT_REACHED', 'LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED', 'LINK_TARGET_FORBIDDEN', 'LABEL_LIMIT_REACHED')),
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
    .errors(errors('ANALYTICS_HISTORY_LOCKED')),
  get: call({ method: 'GET', path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}', summary: 'Read one link' })
    .input(z.object({ params: oneLink }))
    .output(link)
    .errors(errors('LINK_NOT_FOUND')),
  checkSlugs: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/slugs',
    summary: 'Whether short names are free; creating a link decides',
  })
    .input(z.object({ params: projectParams, query: z.strictObject({ slugs: slugList }) }))
    .output(z.array(slugCheck)),
  update: call({
    method: 'PATCH',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}',
    summary: 'Edit a link; its short name only within an hour of its creation and before the first visit',
  })
    .input(z.object({ params: oneLink, body: linkUpdate }))
    .output(link)
    .errors(
      errors('LINK_NOT_FOUND', 'LINK_TARGET_FORBIDDEN', 'LABEL_LIMIT_REACHED', 'LINK_SLUG_FIXED', 'LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED'),
    ),
  bulkUpdate: call({
    method: 'PATCH',
    path: '/v1/{orgId}/projects/{projectId}/urls',
    summary: 'Label, archive or untag several links at once',
  })
    .input(z.object({ params: projectParams, body: linksBulkUpdate }))
    .output(z.array(link))
    .errors(errors('LABEL_LIMIT_REACHED')),
  bulkDelete: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/delete',
    summary: 'Delete several links; returns the ids of those that existed',
  })
    .input(z.object({ params: projectParams, body: z.strictObject({ url_ids: linkIds }) }))
    .output(z.object({ url_ids: z.array(uuid) })),
  restore: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/restore',
    summary: `Take back the deletion of links, within ${linkUndoMs / 1_000} seconds; returns those that exist then`,
  })
    .input(z.object({ params: projectParams, body: z.strictObject({ url_ids: linkIds }) }))
    .output(z.array(link))
    .errors(errors('LINK_LIMIT_REACHED')),
  check: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}/check',
    summary: 'Check the destination of a link now; once a minute at most',
  })
    .input(z.object({ params: oneLink }))
    .output(link)
    .errors(errors('LINK_NOT_FOUND')),
  bulkCheck: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/check',
    summary:
      'Check the destinations of several links now, and find out again where short links lead; returns the ids of those that will be',
  })
    .input(z.object({ params: projectParams, body: z.strictObject({ url_ids: linkIds }) }))
    .output(z.object({ url_ids: z.array(uuid) })),
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
    summary: 'Delete a link; its short name is never given to anyone else',
  })
    .input(z.object({ params: oneLink }))
    .output(z.void())
    .errors(errors('LINK_NOT_FOUND')),
}

export type Link = z.infer<typeof link>
export type LinkHealth = z.infer<typeof linkHealth>
export type LinkDetails = z.output<typeof linkDetailsForm>
export type LinkDraft = z.output<typeof linkDraft>
export type LinkAffiliation = z.infer<typeof linkAffiliation>
export type LinkShop = z.output<typeof linkShop>
export type LinkUpdate = z.output<typeof linkUpdate>
export type LinksBulkUpdate = z.output<typeof linksBulkUpdate>
export type LinkQuery = z.output<typeof linkQuery>
