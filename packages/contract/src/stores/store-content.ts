// The texts and links of a store page beside its products.

import { z } from 'zod'
import * as mini from 'zod/mini'
import { linkId, uuid } from '../ids.ts'
import { maxCharacters, nameText, nullableText } from '../text.ts'
import { nullableContact, nullableWebAddress } from '../web-address.ts'
import { hasSchedule, scheduleFields, scheduleOutput } from './schedule.ts'

export const storeMessages = {
  nameRequired: 'Store name is required',
  nameTaken: 'Store name is already taken. Please choose a different name.',
  temporaryAccess: 'You have temporary access to store pages on the Free plan.',
  none: 'No store found. Please create a store first.',
  loadFailed: 'Your store could not be loaded',
  createFailed: 'Failed to create store',
  updateFailed: 'Failed to update store settings. Please try again.',
  deleteFailed: 'The store could not be deleted',
  createUrlFailed: 'Failed to create store URL. Please try again.',
} as const

export const storeNameMaxLength = 60

export const defaultMainColor = '#089B71'
export const defaultSecondaryColor = '#EBEDEF'

/** The layouts of store pages, with their names on screen. */
export const storeLayouts = { left: 'Classic', top: 'Modern', grid: 'Visual' } as const
export type StoreLayout = keyof typeof storeLayouts
export const defaultStoreLayout = 'grid' satisfies StoreLayout

/** The maximum of links beside the products of a store. */
export const featuredLinksPerStore = 20
export const featuredLinkTitleMaxLength = 120
const socialLinksPerStore = 12

/** How long the store name check waits after the last keystroke. */
export const storeNameCheckMs = 500

/**
 * The part of a store's address that is made of its name: lower case, letters and digits of any script, words joined by
 * hyphens. Names with the same handle are the same name; invisible characters make no difference. Empty for a name
 * without letters and digits.
 */
export function storeHandle(name: string): string {
  // Normalized again, since a lower-case letter may have a composed form that the upper-case one lacks: the handle of
  // a handle is the handle.
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/['’]|\p{Default_Ignorable_Code_Point}/gu, '')
  return words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
}

const featuredLinkDraft = mini
  .strictObject({
    /** A link of the project: its clicks are counted, and its destination can be replaced. */
    url_id: linkId,
    title: nameText('Enter a title').check(maxCharacters(featuredLinkTitleMaxLength)),
    /** Whether it is marked as an ad. */
    ad: mini._default(mini.boolean(), true),
    ...scheduleFields,
  })
  .check(hasSchedule)

const featuredLinks = mini.array(featuredLinkDraft).check(
  mini.maxLength(featuredLinksPerStore, { error: `A store may have ${featuredLinksPerStore} featured links at most` }),
  mini.refine((links) => new Set(links.map(({ url_id }) => url_id)).size === links.length, {
    error: 'A link can be featured once',
  }),
)

const socialLinks = mini.pipe(
  mini
    .array(nullableWebAddress)
    .check(mini.maxLength(socialLinksPerStore, { error: `A store may have ${socialLinksPerStore} social links at most` })),
  mini.transform((links: (string | null)[]) => [...new Set(links.filter((link) => link !== null))]),
)

const schemas = {
  disclosure: mini.boolean(),
  disclosure_text: nullableText(1_000),
  /** The mark beside each button that leads to a shop. */
  ad_label: mini.nullable(mini.pipe(nullableText(40), mini.nullable(nameText('Enter a mark')))),
  imprint_url: nullableWebAddress,
  privacy_url: nullableWebAddress,
  contact_url: nullableContact,
  social_links: socialLinks,
  featured_links: featuredLinks,
}

export const storeContentFields = {
  disclosure: mini._default(schemas.disclosure, true),
  disclosure_text: mini._default(schemas.disclosure_text, null),
  ad_label: mini._default(schemas.ad_label, null),
  imprint_url: mini._default(schemas.imprint_url, null),
  privacy_url: mini._default(schemas.privacy_url, null),
  contact_url: mini._default(schemas.contact_url, null),
  social_links: mini._default(schemas.social_links, []),
  featured_links: mini._default(schemas.featured_links, []),
}

export const storeContentUpdateFields = {
  disclosure: mini.optional(schemas.disclosure),
  disclosure_text: mini.optional(schemas.disclosure_text),
  ad_label: mini.optional(schemas.ad_label),
  imprint_url: mini.optional(schemas.imprint_url),
  privacy_url: mini.optional(schemas.privacy_url),
  contact_url: mini.optional(schemas.contact_url),
  social_links: mini.optional(schemas.social_links),
  featured_links: mini.optional(schemas.featured_links),
}

/** The content as visitors see it; pages resolve the links in it. */
export const storeContentOutput = {
  disclosure: z.boolean(),
  /** Null for the default text, which names what the shops of its links require. */
  disclosure_text: z.string().nullable(),
  ad_label: z.string().nullable(),
  imprint_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  contact_url: z.string().nullable(),
  social_links: z.array(z.string()),
}

export const featuredLink = z.object({ url_id: uuid, title: z.string(), ad: z.boolean(), ...scheduleOutput })
export type FeaturedLink = z.infer<typeof featuredLink>
export type FeaturedLinkDraft = z.output<typeof featuredLinkDraft>
