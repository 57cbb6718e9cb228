// Texts and links of a store page, in addition to its products.

import { z } from 'zod'
import * as mini from 'zod/mini'
import { nullableContact, nullableFormAddress, nullableWebAddress, secureWebAddress } from '../addresses/web-address.ts'
import { linkId, uuid } from '../ids.ts'
import { maxCharacters, nameText, nullableText } from '../text.ts'
import { newsletterFieldPattern } from './newsletter-providers.ts'
import { hasSchedule, scheduleFields, scheduleOutput } from './schedule.ts'
import { featuredLinkSubtitleMaxLength, featuredLinksPerStore, featuredLinkTitleMaxLength, socialLinksPerStore } from './store-limits.ts'

const featuredLinkDraft = mini
  .strictObject({
    /** A link of the project, so its clicks are counted and its destination can be replaced. */
    url_id: linkId,
    title: nameText('Enter a title').check(maxCharacters(featuredLinkTitleMaxLength)),
    subtitle: mini._default(nullableText(featuredLinkSubtitleMaxLength), null),
    image_url: secureWebAddress,
    /** Whether the picture of the link's page is shown if the featured link has no picture of its own. */
    thumbnail: mini._default(mini.boolean(), true),
    /** Whether the owner marked the link as an ad. Without this mark, it is an ad only if `isAdLink` says so. */
    ad: mini._default(mini.boolean(), false),
    ...scheduleFields,
  })
  .check(hasSchedule)

const featuredLinks = mini.array(featuredLinkDraft).check(
  mini.maxLength(featuredLinksPerStore, { error: `Stores can have up to ${featuredLinksPerStore} featured links` }),
  mini.refine((links) => new Set(links.map(({ url_id }) => url_id)).size === links.length, {
    error: 'A link can be featured once',
  }),
)

const socialLinks = mini.pipe(
  mini
    .array(nullableWebAddress)
    .check(mini.maxLength(socialLinksPerStore, { error: `Stores can have up to ${socialLinksPerStore} social links` })),
  mini.transform((links: (string | null)[]) => [...new Set(links.filter((link) => link !== null))]),
)

const newsletterField = nullableText(100).check(
  mini.refine((name) => name === null || newsletterFieldPattern.test(name), {
    error: 'Enter the field name from your provider’s form',
  }),
)

const schemas = {
  disclosure: mini.boolean(),
  disclosure_text: nullableText(1_000),
  /** The mark next to each button that leads to a shop. */
  ad_label: mini.nullable(mini.pipe(nullableText(40), mini.nullable(nameText('Enter a mark')))),
  imprint_url: nullableWebAddress,
  privacy_url: nullableWebAddress,
  contact_url: nullableContact,
  social_links: socialLinks,
  featured_links: featuredLinks,
  newsletter_url: nullableFormAddress,
  newsletter_field: newsletterField,
  newsletter_heading: mini.nullable(mini.pipe(nullableText(120), mini.nullable(nameText('Enter a heading')))),
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
  newsletter_url: mini._default(schemas.newsletter_url, null),
  newsletter_field: mini._default(schemas.newsletter_field, null),
  newsletter_heading: mini._default(schemas.newsletter_heading, null),
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
  newsletter_url: mini.optional(schemas.newsletter_url),
  newsletter_field: mini.optional(schemas.newsletter_field),
  newsletter_heading: mini.optional(schemas.newsletter_heading),
}

/** The content as visitors see it. Featured links are missing, because pages look them up. */
export const storeContentOutput = {
  disclosure: z.boolean(),
  /** Null for the default text, which has the sentences that the shops of the store's links require. */
  disclosure_text: z.string().nullable(),
  ad_label: z.string().nullable(),
  imprint_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  contact_url: z.string().nullable(),
  social_links: z.array(z.string()),
  newsletter_url: z.string().nullable(),
  newsletter_field: z.string().nullable(),
  newsletter_heading: z.string().nullable(),
}

export const featuredLink = z.object({
  url_id: uuid,
  title: z.string(),
  subtitle: z.string().nullable(),
  image_url: z.string().nullable(),
  thumbnail: z.boolean(),
  ad: z.boolean(),
  ...scheduleOutput,
})

/** The picture of the page that a featured link leads to. */
export const thumbnail = z.object({
  url_id: uuid,
  state: z.enum(['pending', 'ready', 'missing']),
  image_url: z.string().nullable(),
})
export type Thumbnail = z.infer<typeof thumbnail>
export type FeaturedLink = z.infer<typeof featuredLink>
export type FeaturedLinkDraft = z.output<typeof featuredLinkDraft>
