import { amazonMarketNames } from '../integrations/integration-rules.ts'

export const shopsPerLink = 20
export const shopNameMaxLength = 60

export const linkShopMessages = {
  placeInvalid: 'Choose a country or a marketplace of Amazon',
  placeRepeated: 'Each country and each marketplace may have one shop',
} as const

/**
 * Why a visitor was sent where they were: the recorded words are permanent. `choice`: the visitor
 * chose on the link's page.
 */
export const shopReasons = ['same', 'local_asin', 'local_search', 'no_tag', 'default', 'choice'] as const
export type ShopReason = (typeof shopReasons)[number]

/**
 * A country (ISO 3166-1, two capital letters), or a marketplace of Amazon by its domain, for all
 * countries that are sent there.
 */
export function isShopPlace(place: string): boolean {
  return /^[A-Z]{2}$/.test(place) || amazonMarketNames.includes(place)
}
