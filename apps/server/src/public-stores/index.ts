// The public calls about stores.
export { publicStoreRoutes } from './public-store-routes.ts'
