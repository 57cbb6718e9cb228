/** Answers the public calls about stores, which need no sign-in. */

export { publicStoreRoutes } from './public-store.ts'
