import { Navigate, Route, Routes } from 'react-router'
import { preloadMatchingScreen } from './preload-screen.ts'
import { createProjectRoute } from './project-route.tsx'
import { StoreArea, StoreHome } from './screens/store/store-area.tsx'
import { CategoriesLoading, ProductLoading, ProductsLoading, StoreSettingsLoading } from './screens/store/store-loading.tsx'
import { createLazyComponent } from './ui/lazy-component.tsx'

const StoreSettingsScreen = createLazyComponent(() =>
  import('./screens/store/settings/store-settings-screen.tsx').then((module) => module.StoreSettingsScreen),
)
const ProductsScreen = createLazyComponent(() => import('./screens/store/products-screen.tsx').then((module) => module.ProductsScreen))
const NewProductScreen = createLazyComponent(() =>
  import('./screens/store/product/product-screens.tsx').then((module) => module.NewProductScreen),
)
const ProductScreen = createLazyComponent(() =>
  import('./screens/store/product/product-screens.tsx').then((module) => module.ProductScreen),
)
const CategoriesScreen = createLazyComponent(() =>
  import('./screens/store/categories-screen.tsx').then((module) => module.CategoriesScreen),
)

const screensByPath = {
  '/store/settings': StoreSettingsScreen,
  '/store/products': ProductsScreen,
  '/store/products/new': NewProductScreen,
  '/store/products/edit/:productId': ProductScreen,
  '/store/categories': CategoriesScreen,
}

export const preloadStoreScreen = (pathname: string): Promise<void> => preloadMatchingScreen(screensByPath, pathname)

/**
 * The routes below `/store` and their skeletons. They are in a separate chunk, because most first visits are to other
 * screens.
 */
export function StoreRoutes() {
  return (
    <Routes>
      <Route element={<StoreArea />}>
        <Route index element={<StoreHome />} />
        <Route path="settings" element={createProjectRoute(<StoreSettingsScreen />, <StoreSettingsLoading />)} />
        <Route path="products" element={createProjectRoute(<ProductsScreen />, <ProductsLoading />)} />
        <Route path="products/new" element={createProjectRoute(<NewProductScreen />, <ProductLoading />)} />
        <Route path="products/edit/:productId" element={createProjectRoute(<ProductScreen />, <ProductLoading />)} />
        <Route path="categories" element={createProjectRoute(<CategoriesScreen />, <CategoriesLoading />)} />
      </Route>
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  )
}
