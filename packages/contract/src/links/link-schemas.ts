import { z } from 'zod'
import { instant } from '../call.ts'
import { hostName } from '../domains/host-name.ts'
import { errors } from '../errors.ts'
import { uuid } from '../ids.ts'
import { labelNames } from '../labels/labels.ts'
import { makeFieldsOptional } from '../revisions.ts'
import { nullableText } from '../text.ts'
import { affiliationSummary } from './link-affiliation.ts'
import { destination, linkTitle } from './link-forms.ts'
import { type LinkHealthReason, linkHealthReasons, linkHealthStatuses } from './link-health.ts'
import { notesMaxLength } from './link-limits.ts'
import { linkShops } from './link-shops.ts'
import { findSlugProblem, slugMaxBytes, slugMessage, slugMessages } from './slug-rules.ts'

/** Why an address can not be on a domain. */
export const domainErrors = errors('DOMAIN_NOT_FOUND', 'DOMAIN_NOT_SERVING', 'DOMAIN_ARCHIVED')

/** A custom short name, in NFC. */
export const slug = z
  .string({ error: slugMessage })
  .normalize('NFC')
  .max(slugMaxBytes, { error: slugMessages.tooLong, abort: true })
  .refine((name) => findSlugProblem(name) === undefined, { error: ({ input }) => findSlugProblem(String(input)) })

/** Members of the organization see notes; visitors never do. Blank notes are null. */
const notes = nullableText(notesMaxLength)

/**
 * Whether visitors are sent on with the owner's tag: not for links in emails and in print, where programs forbid it.
 */
const affiliated = z.boolean()

export const linkDraft = z.strictObject({
  target: destination,
  labels: z._default(labelNames, []),
  domain: z.optional(z.nullable(hostName)), // by default the primary one of the project
  slug: slug.optional(), // by default generated
  title: z.optional(linkTitle), // by default the page's title
  notes: z.optional(notes),
  affiliated: z.optional(affiliated), // by default true
  shops: z.optional(linkShops),
  choice_page: z.optional(z.boolean()), // by default false
})

export const linkUpdate = z.strictObject({
  ...makeFieldsOptional(linkDraft.shape),
  /**
   * By default true with a title. False means that the title is that of the page, so the next read of the page replaces
   * it. Ignored without a title.
   */
  own_title: z.boolean().optional(),
})

/** The result of the last check of a destination. */
const linkHealth = z.object({
  status: z.enum(linkHealthStatuses),
  reason: z.enum(Object.keys(linkHealthReasons) as LinkHealthReason[]).nullable(),
  checked_at: instant.nullable(),
  /** It was changed, or its owner asked for a check, and the result is not known yet. */
  checking: z.boolean(),
})

export type LinkHealth = z.infer<typeof linkHealth>

export const pageKinds = ['store', 'product'] as const
export type PageKind = (typeof pageKinds)[number]

/** The store or product that a short URL belongs to. */
const linkedPage = z.object({ kind: z.enum(pageKinds), id: uuid, name: z.string().nullable() })

export type LinkedPage = z.infer<typeof linkedPage>

/** A link as the API returns it; `url` is the short URL. */
export const link = z.object({
  url_id: uuid,
  url: z.url(),
  /** The host of its domain; null for the instance's own. */
  domain: z.string().nullable(),
  target: z.url(),
  /** Where a short URL of another service leads; null for other destinations, and until it is known. */
  expanded: z.url().nullable(),
  labels: z.array(z.string()),
  archived: z.boolean(),
  pending: z.boolean(),
  affiliated: z.boolean(),
  affiliation: affiliationSummary,
  shops: z.array(z.object({ place: z.string().nullable(), name: z.string().nullable(), target: z.url() })),
  choice_page: z.boolean(),
  /** Null for a link that is not the short URL of a page. */
  page: linkedPage.nullable(),
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

export type Link = z.infer<typeof link>
export type LinkDraft = z.output<typeof linkDraft>
export type LinkUpdate = z.output<typeof linkUpdate>
