// Separate from the store schemas, so that the list of products loads without the schema library.
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

/** Aspect ratios of product pictures on cards, with their names on screen. `whole` does not crop pictures. */
export const pictureRatios = { square: 'Square', portrait: 'Portrait 4:5', landscape: 'Landscape 3:2', whole: 'Whole pictures' } as const
export type PictureRatio = keyof typeof pictureRatios
export const defaultPictureRatio = 'square' satisfies PictureRatio

/** Themes of store pages, with their names on screen. `plain` is the look without a theme. */
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

/** Maximum number of links that a store shows in addition to its products. */
export const featuredLinksPerStore = 20
export const featuredLinkTitleMaxLength = 120
export const featuredLinkSubtitleMaxLength = 160
export const socialLinksPerStore = 12

/** The check of a store name waits this long after the last keystroke. */
export const storeNameCheckMs = 500

/**
 * Returns the handle of a store with this name: the part of the store's address that is made of its name. It is in
 * lower case and has letters and digits of any script, with hyphens between words. Names with equal handles count as
 * equal. Invisible characters are ignored. The handle is empty if the name has no letters and digits.
 */
export function makeStoreHandle(name: string): string {
  // The name is normalized again, because a lower-case letter can have a composed form although its upper-case letter
  // has none. So the handle of a handle is the handle itself.
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/['’]|\p{Default_Ignorable_Code_Point}/gu, '')
  return words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
}
