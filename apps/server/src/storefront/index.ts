// What visitors see of stores.
export { publicStoreRoutes } from './public-store-routes.ts'
