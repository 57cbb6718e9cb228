// The modules that screens share, by their paths in `src`; a path that ends with a slash is a folder. The build makes a
// chunk of each list: apart, they become a chunk for each combination of screens, twenty requests of a kilobyte, which
// a phone makes one after the other. A path without a module fails the build.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Modules of most screens. */
export const screenModules = modules([
  'features/labels/label-queries',
  'features/links/copy-link',
  'features/links/dialogs/open-link-dialog',
  'features/links/health/link-health-tag',
  'features/links/import/open-import-dialog',
  'features/links/link-labels',
  'features/links/link-name',
  'screens/links/label-options',
  'ui/back-link',
  'ui/browser/save-file',
  'ui/forms/checkbox',
  'ui/forms/search-field',
  'ui/forms/segments',
  'ui/formats/numbers',
  'ui/formats/time-ago',
  'ui/icon-action',
  'ui/icon-link',
  'ui/overlays/filter-sheet',
  'ui/states/keep-previous',
  'ui/states/query-boundary',
  'ui/states/use-preload',
  'ui/tables/export-button',
  'ui/tables/load-more',
  'ui/tab-links',
  'ui/tag',
  'use-file-download',
])

/** Modules of screens with links and their clicks. */
export const clickModules = modules([
  '../../../packages/contract/src/analytics',
  '../../../packages/contract/src/condition-rules',
  '../../../packages/contract/src/links/link-health-rules',
  'features/analytics/analytics-queries',
  'features/analytics/bot-filter',
  'features/analytics/clicks-chart-head',
  'features/analytics/deleted-link-clicks',
  'features/analytics/link-clicks-batch',
  'features/analytics/live/',
  'features/analytics/range/date-range',
  'features/analytics/trend/',
  'features/analytics/use-clicks-by-hour',
  'features/links/list/link-filter',
  'features/links/share-link',
  'features/links/site-icon',
  'screens/analytics/use-tab',
  'screens/full-analytics',
  'screens/limits/click-limit-notice',
  'screens/limits/use-click-usage',
  'screens/links/link-paths',
  'ui/browser/share-url',
  'ui/browser/use-width',
  'ui/charts/chart-head',
  'ui/charts/chart-intervals',
  'ui/charts/spark-bars',
  'ui/charts/stat-card',
  'ui/live-mark',
  'ui/saved-views/saved-view-menu',
])

/** Modules of screens with a range of days to choose. */
export const rangeModules = modules([
  'features/analytics/conditions/',
  'features/analytics/export/export-button',
  'features/analytics/range/analytics-filter',
  'features/analytics/range/analytics-filter-bar',
  'features/analytics/range/analytics-filter-fields',
  'features/analytics/range/range-picker',
  'features/analytics/range/range-presets',
  'features/analytics/range/reset-range',
  'screens/limits/use-comparable-filter',
])

export const tableModules = modules(['ui/tables/data-table', 'ui/tables/data-table-columns', 'ui/tables/data-table-head'])

/** Modules of screens with charts by day, which load after them. */
export const chartModules = modules([
  'features/analytics/clicks-chart',
  'ui/charts/chart-geometry',
  'ui/charts/chart-key',
  'ui/charts/day-chart',
  'ui/charts/day-chart-card',
  'ui/charts/day-table',
])

/** Whether a module is one of these, or the style sheet of one. */
function modules(paths: readonly string[]): (id: string) => boolean {
  const listed = paths.map((path) => fileURLToPath(new URL(`src/${path}`, import.meta.url)))
  const missing = listed.filter((path) => !['', '.ts', '.tsx'].some((extension) => existsSync(path + extension)))
  if (missing.length > 0) throw new Error(`There is no module ${missing.join(', ')}`)
  return (id) =>
    listed.some((path) => id.startsWith(path) && (path.endsWith('/') || /^([.]module)?[.](tsx?|css)$/.test(id.slice(path.length))))
}
