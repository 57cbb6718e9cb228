// Pages of the public origin. The components fetch no data, do not depend on Node, and run no script in the browser.
export type { LinkPageLook } from './link-look.tsx'
export { formatLinkLookStyle, listNeededFonts } from './link-look-style.ts'
export { BusyPage, FrontPage, LinkNotFoundPage, LinkRemovedPage, LoopPage, StoreNotFoundPage } from './notice-pages.tsx'
export { shelfIcon } from './page-layout.tsx'
export { pageStyle } from './page-style.ts'
export { ChoicePage, PreviewPage, type ShopChoice, ShopPage } from './shop-pages.tsx'
export { chooseTextColor, computeContrast, computeLuminance, makeReadable } from './store/color-contrast.ts'
export { ProductPage } from './store/product-page.tsx'
export { nameShops } from './store/shop-names.ts'
export { type ProductSort, productSorts } from './store/sort-products.ts'
export { computeStoreColors } from './store/store-colors.ts'
export {
  type FeaturedLinkData,
  type StoreCategoryData,
  type StoreData,
  type StorePlace,
  type StoreProductData,
  storePaths,
  storeUrls,
} from './store/store-data.ts'
export { StoreMissingPage } from './store/store-document.tsx'
export { listStoreStyles } from './store/store-head.tsx'
export { productsPerPage, StorePage } from './store/store-page.tsx'
export { computeThemeColors } from './store/store-theme.ts'
export { formatBackground } from './store/themes/backgrounds.ts'
export { formatFontFamily, subsetRanges } from './store/themes/font-faces.ts'
export { type ThemeColors, themeDesigns } from './store/themes/store-themes.ts'
export { choosePictureType } from './store/themes/theme-style.ts'
