import { type StoreLayout, type StoreTheme, storeThemes } from '@linkshelf/contract'
import { type StoreData, themeDesigns } from '@linkshelf/storefront'
import { sampleStore } from './sample-store.ts'
import { choicePage, createStorePageScene, previewPage, productPage, type StorePageScene, startPage } from './store-page-scenes.ts'

const layouts: StoreLayout[] = ['grid', 'magazine', 'list', 'top', 'left']

/** Each theme except the plain theme, in another layout and in its own light and dark colors. */
export const themedStores: StoreData[] = (Object.keys(storeThemes) as StoreTheme[])
  .filter((theme) => theme !== 'plain')
  .map((theme, index) => ({ ...sampleStore, theme, layout: layouts[index % layouts.length] ?? 'grid' }))

export const themeScenes: StorePageScene[] = themedStores.flatMap((store) =>
  (['light', 'dark'] as const).flatMap((brand) => {
    const { main, second } = themeDesigns[store.theme].colors[brand]
    const changes = { ...store, mainColor: main, secondaryColor: second }
    const scene = createStorePageScene(`theme ${store.theme}, layout ${store.layout}`, brand, changes, startPage)
    const linkPages = [
      createStorePageScene(`theme ${store.theme}, choice page`, brand, changes, choicePage),
      ...(brand === 'light' ? [createStorePageScene(`theme ${store.theme}, preview page`, brand, changes, previewPage)] : []),
    ]
    const product = createStorePageScene(`theme ${store.theme}, product`, brand, changes, productPage(0))
    return [scene, ...(brand === 'light' ? [product] : []), ...linkPages]
  }),
)
