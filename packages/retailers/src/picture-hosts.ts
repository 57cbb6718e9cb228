import type { Retailer, retailers } from './retailers.ts'

/**
 * Matches the hosts of a retailer's pictures that may not be stored. In a file of its own, so that the first load stays
 * small.
 */
export const uncopiedPictureHosts: {
  readonly [R in Retailer]: (typeof retailers)[R]['allowsCopies'] extends true ? null : RegExp
} = {
  amazon: /(^|\.)((media|images)-amazon|ssl-images-amazon|amazon)\.[a-z.]+$/,
  ebay: null,
  aliexpress: null,
}
