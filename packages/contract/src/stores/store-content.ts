// The texts and links of a store page beside its products.

import { z } from 'zod'
import * as mini from 'zod/mini'
import { linkId, uuid } from '../ids.ts'
import { maxCharacters, nameText, nullableText } from '../text.ts'
import { nullableContact, nullableWebAddress } from '../web-address.ts'
import { hasSchedule, scheduleFields, scheduleOutput } from './schedule.ts'
import { featuredLinksPerStore, featuredLinkTitleMaxLength, socialLinksPerStore } from './store-limits.ts'

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
