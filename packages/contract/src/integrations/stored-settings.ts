import type { Retailer } from '@linkshelf/retailers'
import * as mini from 'zod/mini'
import { maxCharacters, nameText, optionalText } from '../text.ts'
import {
  accountIdMaxLength,
  additionalParamsMaxLength,
  amazonMarketNames,
  countryRoutings,
  defaultCountryRouting,
  defaultLinkBehavior,
  integrationMessages,
  linkBehaviors,
} from './integration-settings.ts'

export const makeAccountIdSchema = (missing: string) => nameText(missing).check(maxCharacters(accountIdMaxLength))
const optionalId = optionalText(accountIdMaxLength)
const additionalParams = optionalText(additionalParamsMaxLength)
export const market = mini.enum(amazonMarketNames, { error: integrationMessages.defaultMarketRequired })
const choose = { error: 'Choose one of the options' }
const flag = mini._default(mini.boolean(choose), false)

/**
 * The settings of each integration that affect its links. The account at the affiliate program is missing, because
 * links do not need it.
 */
const amazonSettings = mini.object({
  trackingId: makeAccountIdSchema(integrationMessages.trackingIdRequired),
  defaultMarket: market,
  /** Tracking ids of other marketplaces, by marketplace. */
  market_tags: mini._default(mini.partialRecord(market, makeAccountIdSchema(integrationMessages.trackingIdRequired)), {}),
  country_routing: mini._default(mini.enum(countryRoutings, choose), defaultCountryRouting),
  additionalParams,
})
const ebaySettings = mini.object({
  campaignId: makeAccountIdSchema(integrationMessages.campaignIdRequired),
  customId: optionalId,
  link_behavior: mini._default(mini.enum(linkBehaviors, choose), defaultLinkBehavior),
  /** Whether the id of each click is appended to the sub-id in `customid`. */
  click_ids: flag,
  additionalParams,
})
const aliexpressSettings = mini.object({
  trackingId: makeAccountIdSchema(integrationMessages.trackingIdRequired),
  /** The code that the AliExpress Portal shows for the tracking id. AliExpress tracks nothing without it. */
  aff_short_key: optionalId,
  /** Whether the id of each click is sent in the parameter `dp`. */
  click_ids: flag,
  additionalParams,
})

export const integrationSettings = {
  amazon: amazonSettings,
  ebay: ebaySettings,
  aliexpress: aliexpressSettings,
} satisfies Record<Retailer, mini.ZodMiniObject>
