/** Stores the store of a project: its settings, its name and address, and its short URL. */

export { freeSlugsOf } from './free-slugs.ts'
export { lookOfPicture } from './look-of-picture.ts'
export { assertFreeSlug, lockPageSlugsForUpdate, makeFreeSlugs, takeSlugOfNewPage } from './page-slugs.ts'
export { changeSchedule, isShownAt, isShownAtInSql, type ScheduleColumns, toSchedule, toScheduleColumns } from './schedule.ts'
export {
  listStoreUploads,
  lockStoreForShare,
  lockStoreOfProject,
  type StoreRow,
  selectStoreColor,
  selectStoreHandle,
  selectStoreOfProject,
  storeAddress,
  storeUrl,
  toStoreConfig,
} from './store-table.ts'
export { getStoreAddress, updateTargetsOfProducts } from './store-url.ts'
export { storeRoutes } from './stores.ts'
