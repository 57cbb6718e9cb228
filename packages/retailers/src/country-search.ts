import { amazonSearch } from './amazon/country-search.ts'
import type { CountrySearch } from './retailer-definition.ts'
import type { Retailer, retailers } from './retailers.ts'

/** The search of each retailer with `hasCountryRouting`, null for others. */
export const countrySearches: { readonly [R in Retailer]: (typeof retailers)[R]['hasCountryRouting'] extends true ? CountrySearch : null } =
  {
    amazon: amazonSearch,
    ebay: null,
    aliexpress: null,
  }
