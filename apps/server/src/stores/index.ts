/** Stores each project's store: its settings, name, address and short URL. */

export { toFreeSlugs } from './free-slugs.ts'
export { assertFreeSlug, lockPageSlugsForUpdate, makeFreeSlugs, selectUsedSlugs, takeSlugOfNewPage } from './page-slugs.ts'
export { selectPictureLook } from './picture-look.ts'
export { changeSchedule, createShownAtCondition, isShownAt, type ScheduleColumns, toSchedule, toScheduleColumns } from './schedule.ts'
export {
  listStoreUploads,
  lockStoreForShare,
  lockStoreOfProject,
  type StoreRow,
  selectStoreActive,
  selectStoreColor,
  selectStoreHandle,
  selectStoreOfProject,
  toStoreAddress,
  toStoreConfig,
  toStoreUrl,
} from './store-table.ts'
export { getStoreAddress, updateTargetsOfProducts } from './store-url.ts'
export { storeRoutes } from './stores.ts'
