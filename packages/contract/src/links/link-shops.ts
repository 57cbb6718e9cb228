import type { z } from 'zod'
import * as mini from 'zod/mini'
import { parseTypedDestination } from '../addresses/destinations.ts'
import { findCurrentCountry, isCountryCode } from '../countries.ts'
import { amazonMarketNames } from '../integrations/integration-settings.ts'
import { optionalText } from '../text.ts'
import { destination, makeDestinationSchema } from './link-forms.ts'

export const shopsPerLink = 20
export const shopNameMaxLength = 60

const linkShopMessages = {
  placeInvalid: 'Choose a country or a marketplace of Amazon',
  placeMissing: 'Choose who gets this shop',
  placeRepeated: 'Add only one shop for each country or marketplace',
} as const

/**
 * Why a visitor was sent to a shop. These words are recorded, so they are permanent. `local_asin`: the link has a
 * destination for the visitor's country. It can be in any shop, although the word says ASIN. `choice`: the visitor
 * chose the shop on the link's page.
 */
export const shopReasons = ['same', 'local_asin', 'local_search', 'no_tag', 'default', 'choice'] as const
export type ShopReason = (typeof shopReasons)[number]

/**
 * Whether a text is a country code of `countryCodes`, or the domain of an Amazon marketplace. It says which visitors a
 * shop is for. A marketplace stands for all countries whose visitors are sent to it.
 */
function isShopPlace(place: string): boolean {
  return isCountryCode(place) || amazonMarketNames.includes(place)
}

const place = mini
  .string({ error: linkShopMessages.placeInvalid })
  .check(mini.refine(isShopPlace, { error: linkShopMessages.placeInvalid }))

/**
 * An additional destination of a link. Visitors from the country or Amazon marketplace in `place` are redirected to it.
 * A choice page has a button for it.
 */
const linkShop = mini.strictObject({
  place: mini._default(mini.nullable(place), null),
  /** The name on the button of a choice page. By default, the shop's own name. */
  name: optionalText(shopNameMaxLength),
  target: destination,
})

export const linkShops = mini.array(linkShop).check(...makeShopChecks())

function makeShopChecks() {
  return [
    mini.maxLength(shopsPerLink, { error: `Links can have up to ${shopsPerLink} shops` }),
    mini.refine<LinkShop[]>((shops) => hasOnlyDistinct(shops.flatMap(({ place }) => place ?? [])), {
      error: linkShopMessages.placeRepeated,
    }),
  ]
}

/**
 * The shops of a link in a form. Texts can be empty, and rows have an id. An empty place stands for all visitors of the
 * choice page, and null means that no place was chosen.
 */
export const linkShopsForm = mini.object({
  shops: mini
    .array(
      mini.pipe(
        mini.object({
          id: mini.string(),
          place: mini.string({ error: linkShopMessages.placeMissing }),
          name: mini.string(),
          target: makeDestinationSchema(parseTypedDestination),
        }),
        mini.transform(({ place, name, target }): LinkShop => ({ place: place || null, name: name || null, target })),
      ),
    )
    .check(...makeShopChecks()),
  choice_page: mini.boolean(),
})

function hasOnlyDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}

export type LinkShop = z.output<typeof linkShop>

/**
 * Replaces retired country codes in the shops of an archive. Earlier versions accepted any two letters as a country. A
 * retired code becomes the code of today's country. The place becomes null if another shop has that country, or if no
 * such country exists.
 */
export function replaceRetiredCountries(shops: unknown): unknown {
  if (!Array.isArray(shops)) return shops
  const taken = new Set(shops.map((shop) => shop?.place))
  return shops.map((shop) => {
    if (typeof shop?.place !== 'string' || !/^[A-Z]{2}$/.test(shop.place) || isCountryCode(shop.place)) return shop
    const country = findCurrentCountry(shop.place)
    if (country === undefined || taken.has(country)) return { ...shop, place: null }
    taken.add(country)
    return { ...shop, place: country }
  })
}
