import type { Retailer } from '@linkshelf/retailers'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, instant, projectParams } from '../call.ts'
import { errors } from '../errors.ts'
import {
  amazonMarketNames,
  countryRoutings,
  defaultAmazonMarket,
  defaultCountryRouting,
  defaultLinkBehavior,
  integrationMessages,
  isAmazonTag,
  linkBehaviors,
} from './integration-settings.ts'
import { integrationSettings, makeAccountIdSchema, market } from './stored-settings.ts'

export * from './integration-settings.ts'
export * from './program-rules.ts'
export { integrationSettings } from './stored-settings.ts'

export const amazonIntegrationDraft = mini.strictObject({
  ...integrationSettings.amazon.shape,
  associateId: makeAccountIdSchema(integrationMessages.associateIdRequired),
})
export const ebayIntegrationDraft = mini.strictObject({
  ...integrationSettings.ebay.shape,
  publisherId: makeAccountIdSchema(integrationMessages.publisherIdRequired),
})
export const aliexpressIntegrationDraft = mini.strictObject({
  ...integrationSettings.aliexpress.shape,
  appId: makeAccountIdSchema(integrationMessages.appIdRequired),
})

const integrationDrafts = {
  amazon: amazonIntegrationDraft,
  ebay: ebayIntegrationDraft,
  aliexpress: aliexpressIntegrationDraft,
} satisfies Record<Retailer, mini.ZodMiniObject>

type StoredTags = Pick<Integrations['amazon'], 'trackingId' | 'market_tags'>

/**
 * Creates the schema of an Amazon tracking id. Stored ids stay valid even if they do not match the pattern, because an
 * earlier version accepted any text.
 */
function makeAmazonTagSchema({ trackingId, market_tags }: StoredTags) {
  const stored: unknown[] = [trackingId, ...Object.values(market_tags)]
  return makeAccountIdSchema(integrationMessages.trackingIdRequired).check(
    mini.refine((tag) => isAmazonTag(tag) || stored.includes(tag), { error: integrationMessages.trackingIdInvalid }),
  )
}

/** Creates the schema of the tags in a draft. The draft replaces the stored tags. */
export function makeAmazonTagsSchema(stored: StoredTags) {
  const tag = makeAmazonTagSchema(stored)
  return mini.object({ trackingId: tag, market_tags: mini.partialRecord(market, tag) })
}

/**
 * Creates the schema of the Amazon integration's form. The form has the tags of additional markets as a list of rows,
 * and the schema converts the list to the object `market_tags` of the draft. Tags in `stored` stay valid even if they
 * do not match the pattern.
 */
export function makeAmazonIntegrationForm(stored: StoredTags) {
  const tag = makeAmazonTagSchema(stored)
  const furtherTags = mini.array(mini.object({ id: mini.string(), market, tag }))
  return mini.pipe(
    mini.object({ ...amazonIntegrationDraft.shape, trackingId: tag, market_tags: furtherTags }),
    mini.transform(
      ({ market_tags, ...rest }): z.output<typeof amazonIntegrationDraft> => ({
        ...rest,
        market_tags: Object.fromEntries(market_tags.map(({ market, tag }) => [market, tag])),
      }),
    ),
  )
}

/** Null if no integration is saved. Then the other fields have the default values of the form. */
const updatedAt = { updated_at: instant.nullable() }

const amazonIntegration = z.object({
  trackingId: z.string(),
  associateId: z.string(),
  defaultMarket: z.enum(amazonMarketNames),
  market_tags: z.partialRecord(z.enum(amazonMarketNames), z.string()),
  country_routing: z.enum(countryRoutings),
  additionalParams: z.string().nullable(),
  ...updatedAt,
})
const ebayIntegration = z.object({
  campaignId: z.string(),
  publisherId: z.string(),
  customId: z.string().nullable(),
  link_behavior: z.enum(linkBehaviors),
  click_ids: z.boolean(),
  additionalParams: z.string().nullable(),
  ...updatedAt,
})
const aliexpressIntegration = z.object({
  trackingId: z.string(),
  appId: z.string(),
  aff_short_key: z.string().nullable(),
  click_ids: z.boolean(),
  additionalParams: z.string().nullable(),
  ...updatedAt,
})

const integrationResponses = {
  amazon: amazonIntegration,
  ebay: ebayIntegration,
  aliexpress: aliexpressIntegration,
} satisfies Record<Retailer, z.ZodObject>

type IntegrationCall = `${'get' | 'save' | 'delete'}${Capitalize<Retailer>}`

const params = projectParams
const base = '/v1/{orgId}/projects/{projectId}/integrations' as const

export const integrations = {
  getAmazon: call({
    method: 'GET',
    path: `${base}/amazon`,
    summary: 'Read the integration of Amazon; updated_at is null if nothing is saved',
  })
    .input(z.object({ params }))
    .output(amazonIntegration),
  saveAmazon: call({
    method: 'PUT',
    path: `${base}/amazon`,
    summary: 'Save the integration of Amazon; existing links use it immediately',
    ownerTask: 'affiliateAccounts',
    needsConfirmedEmail: true,
  })
    .input(z.object({ params, body: amazonIntegrationDraft }))
    .output(amazonIntegration),
  deleteAmazon: call({
    method: 'DELETE',
    path: `${base}/amazon`,
    successStatus: 204,
    summary: 'Remove the integration of Amazon',
    ownerTask: 'affiliateAccounts',
  })
    .input(z.object({ params }))
    .output(z.void())
    .errors(errors('INTEGRATION_NOT_FOUND')),
  getEbay: call({ method: 'GET', path: `${base}/ebay`, summary: 'Read the integration of eBay; updated_at is null if nothing is saved' })
    .input(z.object({ params }))
    .output(ebayIntegration),
  saveEbay: call({
    method: 'PUT',
    path: `${base}/ebay`,
    summary: 'Save the integration of eBay; existing links use it immediately',
    ownerTask: 'affiliateAccounts',
    needsConfirmedEmail: true,
  })
    .input(z.object({ params, body: ebayIntegrationDraft }))
    .output(ebayIntegration),
  deleteEbay: call({
    method: 'DELETE',
    path: `${base}/ebay`,
    successStatus: 204,
    summary: 'Remove the integration of eBay',
    ownerTask: 'affiliateAccounts',
  })
    .input(z.object({ params }))
    .output(z.void())
    .errors(errors('INTEGRATION_NOT_FOUND')),
  getAliexpress: call({
    method: 'GET',
    path: `${base}/aliexpress`,
    summary: 'Read the integration of AliExpress; updated_at is null if nothing is saved',
  })
    .input(z.object({ params }))
    .output(aliexpressIntegration),
  saveAliexpress: call({
    method: 'PUT',
    path: `${base}/aliexpress`,
    summary: 'Save the integration of AliExpress; existing links use it immediately',
    ownerTask: 'affiliateAccounts',
    needsConfirmedEmail: true,
  })
    .input(z.object({ params, body: aliexpressIntegrationDraft }))
    .output(aliexpressIntegration),
  deleteAliexpress: call({
    method: 'DELETE',
    path: `${base}/aliexpress`,
    successStatus: 204,
    summary: 'Remove the integration of AliExpress',
    ownerTask: 'affiliateAccounts',
  })
    .input(z.object({ params }))
    .output(z.void())
    .errors(errors('INTEGRATION_NOT_FOUND')),
} satisfies Record<IntegrationCall, object>

export const integrationDefaults = {
  amazon: {
    trackingId: '',
    associateId: '',
    defaultMarket: defaultAmazonMarket,
    market_tags: {},
    country_routing: defaultCountryRouting,
    additionalParams: null,
    updated_at: null,
  },
  ebay: {
    campaignId: '',
    publisherId: '',
    customId: null,
    link_behavior: defaultLinkBehavior,
    click_ids: false,
    additionalParams: null,
    updated_at: null,
  },
  aliexpress: { trackingId: '', appId: '', aff_short_key: null, click_ids: false, additionalParams: null, updated_at: null },
} as const satisfies Integrations

/** Integrations by retailer, as the API returns them. */
export type Integrations = { [R in Retailer]: z.infer<(typeof integrationResponses)[R]> }

/** The fields of Amazon's form. */
export interface AmazonIntegrationValues extends Record<string, unknown> {
  trackingId: string
  associateId: string
  defaultMarket: string
  country_routing: (typeof countryRoutings)[number]
  additionalParams: string
  market_tags: { id: string; market: string; tag: string }[]
}

/** Drafts by retailer, as they are saved. */
export type IntegrationDrafts = { [R in Retailer]: z.output<(typeof integrationDrafts)[R]> }
