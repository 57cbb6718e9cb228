import { z } from 'zod'
import { instant } from '../call.ts'
import { hostName } from '../domains/host-name.ts'
import { errors } from '../errors.ts'
import { uuid } from '../ids.ts'
import { labelNames } from '../labels/labels.ts'
import { knownRevision, makeFieldsOptional, revision } from '../revisions.ts'
import { nullableText } from '../text.ts'
import { affiliationSummary } from './link-affiliation.ts'
import { destination, linkTitle } from './link-forms.ts'
import { type LinkHealthReason, linkHealthNotes, linkHealthReasons, linkHealthStates, linkHealthStatuses } from './link-health.ts'
import { notesMaxLength } from './link-limits.ts'
import { linkShops } from './link-shops.ts'
import { findSlugProblem, slugMaxBytes, slugMessage, slugMessages } from './slug-rules.ts'

/** Errors that say why an address of a link can't be on a domain. */
export const domainErrors = errors('DOMAIN_NOT_FOUND', 'DOMAIN_NOT_SERVING', 'DOMAIN_ARCHIVED')

/** A custom slug, in NFC. */
export const slug = z
  .string({ error: slugMessage })
  .normalize('NFC')
  .max(slugMaxBytes, { error: slugMessages.tooLong, abort: true })
  .refine((name) => findSlugProblem(name) === undefined, { error: ({ input }) => findSlugProblem(String(input)) })

/** Only members of the organization see notes, and visitors never do. Blank notes become null. */
const notes = nullableText(notesMaxLength)

/**
 * Whether visitors are redirected with the owner's tag. Owners set it to false for links in emails and in print if the
 * program forbids tags there.
 */
const affiliated = z.boolean()

export const linkDraft = z.strictObject({
  target: destination,
  labels: z._default(labelNames, []),
  domain: z.optional(z.nullable(hostName)), // by default, the project's primary domain
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
   * Whether the title is the owner's own; true by default if a title is given. If false, the title is the page's title,
   * and the next check of the page replaces it. Ignored if no title is given.
   */
  own_title: z.boolean().optional(),
  /** If omitted, the link is changed whatever its revision is. */
  revision: z.optional(knownRevision),
})

/** What the checks of a destination say, and the result of the last check. */
const linkHealth = z.object({
  state: z.enum(linkHealthStates),
  note: z.enum(linkHealthNotes).nullable(),
  status: z.enum(linkHealthStatuses),
  reason: z.enum(Object.keys(linkHealthReasons) as LinkHealthReason[]).nullable(),
  checked_at: instant.nullable(),
  /** Whether a check is running or waiting, because the destination was changed or the owner asked for a check. */
  checking: z.boolean(),
})

export type LinkHealth = z.infer<typeof linkHealth>

export const pageKinds = ['store', 'product'] as const
export type PageKind = (typeof pageKinds)[number]

/** The store or product, if the link is the short URL of its page. */
const linkedPage = z.object({ kind: z.enum(pageKinds), id: uuid, name: z.string().nullable() })

export type LinkedPage = z.infer<typeof linkedPage>

/** A link as the API returns it; `url` is the short URL. */
export const link = z.object({
  url_id: uuid,
  url: z.url(),
  /** The host of the link's domain; null for the instance's own domain. */
  domain: z.string().nullable(),
  target: z.url(),
  /**
   * The destination of a short URL of another service. Null for other destinations, and until the destination is known.
   */
  expanded: z.url().nullable(),
  labels: z.array(z.string()),
  archived: z.boolean(),
  pending: z.boolean(),
  affiliated: z.boolean(),
  affiliation: affiliationSummary,
  /** Whether every page marks the link as an ad, because a URL that visitors get can pay somebody. */
  ad: z.boolean(),
  shops: z.array(z.object({ place: z.string().nullable(), name: z.string().nullable(), target: z.url() })),
  choice_page: z.boolean(),
  /** Null if the link is not the short URL of a page. */
  page: linkedPage.nullable(),
  brand_logo: z.string().nullable(),
  /** The icon of the site that the link leads to; null if there is none yet. */
  icon: z.url().nullable(),
  created_at: instant,
  title: z.string().nullable(),
  /** Whether the owner chose the title. If false, it is the page's title. */
  own_title: z.boolean(),
  notes: z.string().nullable(),
  health: linkHealth,
  revision,
})

export type Link = z.infer<typeof link>
export type LinkDraft = z.output<typeof linkDraft>
export type LinkUpdate = z.output<typeof linkUpdate>
