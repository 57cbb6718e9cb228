// Apart from the schemas of stores: the list of products loads without the library of schemas.
import { storesNotEnabledMessage } from '../error-messages.ts'

export const storeMessages = {
  nameRequired: 'Store name is required',
  nameTaken: 'Store name is already taken. Please choose a different name.',
  temporaryAccess: 'You have temporary access to store pages on the Free plan.',
  none: 'No store found. Please create a store first.',
  notEnabled: storesNotEnabledMessage,
  loadFailed: 'Your store could not be loaded',
  createFailed: 'Failed to create store',
  updateFailed: 'Failed to update store settings. Please try again.',
  deleteFailed: 'The store could not be deleted',
  createUrlFailed: 'Failed to create store URL. Please try again.',
} as const

export const storeNameMaxLength = 60

export const defaultMainColor = '#089B71'
export const defaultSecondaryColor = '#EBEDEF'

/** The layouts of store pages, with their names on screen. */
export const storeLayouts = { left: 'Classic', top: 'Modern', grid: 'Visual', list: 'List', magazine: 'Magazine' } as const
export type StoreLayout = keyof typeof storeLayouts
export const defaultStoreLayout = 'grid' satisfies StoreLayout

/** The ratios in which cards show the pictures of products, with their names on screen; `whole` crops nothing. */
export const pictureRatios = { square: 'Square', portrait: 'Portrait 4:5', landscape: 'Landscape 3:2', whole: 'Whole pictures' } as const
export type PictureRatio = keyof typeof pictureRatios
export const defaultPictureRatio = 'square' satisfies PictureRatio

/** The themes of store pages, with their names on screen. `plain` is the look from before there were themes. */
export const storeThemes = {
  plain: 'Plain',
  linen: 'Linen',
  gallery: 'Gallery',
  journal: 'Journal',
  glow: 'Glow',
  bubble: 'Bubble',
  pop: 'Pop',
  studio: 'Studio',
  album: 'Album',
} as const
export type StoreTheme = keyof typeof storeThemes
export const defaultStoreTheme = 'plain' satisfies StoreTheme

/** The maximum of links beside the products of a store. */
export const featuredLinksPerStore = 20
export const featuredLinkTitleMaxLength = 120
export const featuredLinkSubtitleMaxLength = 160
export const socialLinksPerStore = 12

/** How long the store name check waits after the last keystroke. */
export const storeNameCheckMs = 500

/**
 * The part of a store's address that is made of its name: lower case, letters and digits of any script, words joined by
 * hyphens. Names with the same handle are the same name; invisible characters make no difference. Empty for a name
 * without letters and digits.
 */
export function makeStoreHandle(name: string): string {
  // Normalized again, since a lower-case letter may have a composed form that the upper-case one lacks: the handle of
  // a handle is the handle.
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/['’]|\p{Default_Ignorable_Code_Point}/gu, '')
  return words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
}
