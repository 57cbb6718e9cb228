import { amazonSearch } from './amazon/country-search.ts'
import type { CountrySearch } from './retailer-definition.ts'
import type { Retailer, retailers } from './retailers.ts'

/** A search for each retailer with `hasCountryRouting`. */
export const countrySearches: { readonly [R in Retailer]: (typeof retailers)[R]['hasCountryRouting'] extends true ? CountrySearch : null } =
  {
    amazon: amazonSearch,
    ebay: null,
    aliexpress: null,
  }
