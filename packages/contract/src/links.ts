import { z } from 'zod'
import { call, id, inProject, instant } from './call.ts'
import { errors } from './errors.ts'
import { labelName, labelNames } from './labels.ts'
import { text } from './text.ts'

export const linkMessages = {
  invalidUrl: 'Please enter a valid URL',
  projectRequired: 'Please select a project',
  created: 'Link created successfully',
  createFailed: 'Failed to create link. Please try again.',
  updateFailed: 'Failed to update link',
  updateUrlFailed: 'Failed to update link URL',
  copied: 'Copied! Link copied to clipboard',
  copyFailed: 'The link could not be copied. Select it and copy it by hand.',
} as const

/** Cards per page of the links screen, and how long its search waits after the last key. */
export const linksPageSize = 20
export const searchDebounceMs = 300

/** How many links one call changes or deletes. */
export const bulkLinksMax = 200

export const targetMaxLength = 2_048

/** Parsed once, here: the serialised href is what is stored, served and shown. */
export const destination = z
  .string()
  .trim()
  .max(targetMaxLength, { error: `A URL may have ${targetMaxLength} characters at most` })
  .transform((typed, context) => {
    const href = destinationHref(typed)
    if (href !== undefined) return href
    context.addIssue({ code: 'custom', message: linkMessages.invalidUrl })
    return z.NEVER
  })

/** The href of an http(s) address without credentials; undefined for anything else. */
export function destinationHref(text: string): string | undefined {
  // The URL parser drops tabs and newlines anywhere, so "java\nscript:" would slip past a look at the text.
  if (hasControlCharacter(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return url.href.length <= targetMaxLength ? url.href : undefined
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}

/** What people type into the add-link bar: a missing scheme means https. Another scheme, or a mistyped one, is left for the check to fail. */
export function withScheme(typed: string): string {
  const trimmed = typed.trim()
  const hasScheme = /^([a-z][a-z0-9+.-]*:\/|https?:?\/)/i.test(trimmed)
  return hasScheme ? trimmed : `https://${trimmed}`
}

/** A short name the owner chose. */
export const slug = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'Use letters, digits, - and _ only (64 at most)' })

const title = text.trim().max(300)

export const linkDraft = z.strictObject({
  target: destination,
  labels: labelNames.default([]),
  slug: slug.optional(), // left out: we choose one
  title: title.optional(), // left out: the page's own
})

export const linkUpdate = z.strictObject({
  target: destination.optional(),
  labels: labelNames.optional(),
  title: title.optional(),
})

/** A link as the API shows it; `url` is the short address. */
export const link = z.object({
  url_id: id,
  url: z.url(),
  target: z.url(),
  labels: z.array(z.string()),
  archived: z.boolean(),
  pending: z.boolean(),
  brand_logo: z.string().nullable(),
  created_at: instant,
  title: z.string().nullable(),
})

export const linkQuery = z.strictObject({
  search: text.trim().max(targetMaxLength).optional(),
  label: labelName.optional(),
  archived: z.stringbool().default(false),
  limit: z.coerce.number().int().min(1).max(100).default(linksPageSize),
  cursor: z.string().max(200).optional(),
})

const linkIds = z
  .array(id)
  .min(1)
  .max(bulkLinksMax)
  .transform((ids) => [...new Set(ids)])

/** The same change on several links. A label that is both added and removed is removed. */
export const linksBulkUpdate = z.strictObject({
  url_ids: linkIds,
  archived: z.boolean().optional(),
  add_labels: labelNames.default([]),
  remove_labels: labelNames.default([]),
})

const oneLink = inProject.extend({ urlId: id })

export const links = {
  create: call({ method: 'POST', path: '/v1/{orgId}/projects/{projectId}/urls', successStatus: 201, summary: 'Create a short link' })
    .input(z.object({ params: inProject, body: linkDraft }))
    .output(link)
    .errors(errors('LINK_LIMIT_REACHED', 'LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED', 'LINK_TARGET_FORBIDDEN', 'LABEL_LIMIT_REACHED')),
  list: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/urls',
    outputStructure: 'detailed',
    summary: 'List links, newest first; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: inProject, query: linkQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(link) })),
  get: call({ method: 'GET', path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}', summary: 'Read one link' })
    .input(z.object({ params: oneLink }))
    .output(link)
    .errors(errors('LINK_NOT_FOUND')),
  update: call({ method: 'PATCH', path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}', summary: 'Edit a link' })
    .input(z.object({ params: oneLink, body: linkUpdate }))
    .output(link)
    .errors(errors('LINK_NOT_FOUND', 'LINK_TARGET_FORBIDDEN', 'LABEL_LIMIT_REACHED')),
  bulkUpdate: call({ method: 'PATCH', path: '/v1/{orgId}/projects/{projectId}/urls', summary: 'Label or archive several links at once' })
    .input(z.object({ params: inProject, body: linksBulkUpdate }))
    .output(z.array(link))
    .errors(errors('LABEL_LIMIT_REACHED')),
  bulkDelete: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/delete',
    summary: 'Delete several links for good; gives back those that were there',
  })
    .input(z.object({ params: inProject, body: z.strictObject({ url_ids: linkIds }) }))
    .output(z.object({ url_ids: z.array(id) })),
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
    summary: 'Delete a link for good; its short name is never given out again',
  })
    .input(z.object({ params: oneLink }))
    .output(z.void())
    .errors(errors('LINK_NOT_FOUND')),
}

export type Link = z.infer<typeof link>
export type LinkDraft = z.output<typeof linkDraft>
export type LinkUpdate = z.output<typeof linkUpdate>
export type LinksBulkUpdate = z.output<typeof linksBulkUpdate>
export type LinkQuery = z.output<typeof linkQuery>
