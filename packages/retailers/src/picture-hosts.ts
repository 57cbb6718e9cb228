import type { Retailer, retailers } from './retailers.ts'

/**
 * Patterns for the hosts of pictures that a retailer does not allow to store. Null if the retailer allows copies. In a
 * file of its own, so that the first load stays small.
 */
export const uncopiedPictureHosts: {
  readonly [R in Retailer]: (typeof retailers)[R]['allowsCopies'] extends true ? null : RegExp
} = {
  amazon: /(^|\.)((media|images)-amazon|ssl-images-amazon|amazon)\.[a-z.]+$/,
  ebay: null,
  aliexpress: null,
}
