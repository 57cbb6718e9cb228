import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractInBrowser } from './contract-in-browser.ts'
import { firstPaint } from './first-paint/first-paint.ts'
import { serviceWorker } from './offline/offline.ts'
import { precompress } from './precompress.ts'

/** The address of the API while the dashboard runs on the development server. */
const api = 'http://localhost:3000'

/** What most screens render. Apart, it becomes a chunk for each combination of screens: twenty requests of a kilobyte. */
const sharedByScreens =
  /[\\/](contract[\\/]src[\\/](feedback|label|link|profile|project)-rules[.]ts|src[\\/](ui[\\/](card|checkbox|icon-|load-more|numbers|query-boundary|tag|time-ago).*|features[\\/](labels[\\/]label-queries.*|links[\\/](label-|link-labels|health[\\/]link-health-tag).*)))$/

/** The same of screens with clicks, of those with their numbers, and of those with charts by day, which may load later. */
const sharedByClicks =
  /[\\/](contract[\\/]src[\\/]analytics[.]ts|src[\\/](ui[\\/](live-mark|charts[\\/]spark|browser[\\/]use-width).*|features[\\/]analytics[\\/](analytics-queries|link-clicks|live).*))$/
const sharedByNumbers =
  /[\\/]src[\\/](ui[\\/](charts[\\/]stat|tab-links).*|features[\\/]analytics[\\/](bot-filter|range[\\/]date-range|trend).*|screens[\\/]analytics[\\/]use-tab.*)$/
const sharedByCharts = /[\\/]src[\\/](ui[\\/]charts[\\/](chart|day-).*|features[\\/]analytics[\\/]clicks-chart.*)$/
/** The same of screens with a range of days to choose. */
const sharedByRanges =
  /[\\/](src[\\/](features[\\/]analytics[\\/](conditions|range[\\/](analytics-filter[.]ts|range-p|reset))|screens[\\/]limits[\\/]use-comparable)|@tabler[\\/].*[\\/]IconCalendar[.]).*$/

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), contractInBrowser(), firstPaint(), serviceWorker(), precompress()],
  // The sources of the store pages: their build is one file for the server.
  resolve: { alias: { '@linkshelf/storefront': fileURLToPath(new URL('../../packages/storefront/src/index.ts', import.meta.url)) } },
  build: {
    target: 'baseline-widely-available',
    // The page's policy allows no data: scripts or fonts, and small files cost little over HTTP/2.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Code that every page needs is one chunk: sixty chunks, each compressed separately, are 10% larger, and take a request each.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'dashboard', tags: ['$initial'] },
            { name: 'shared', test: sharedByScreens, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'clicks', test: sharedByClicks, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'table', test: /[\\/]src[\\/]ui[\\/]data-table/, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'numbers', test: sharedByNumbers, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'charts', test: sharedByCharts, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'ranges', test: sharedByRanges, minShareCount: 2, includeDependenciesRecursively: false },
            // The switch of the library, whose parts are apart otherwise.
            {
              name: 'switch',
              test: /[\\/]@mantine[\\/](core[\\/].*[\\/](Switch|InlineInput)[\\/]|hooks[\\/].*[\\/]use-uncontrolled[\\/])/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Codes of links, of products and of stores have the same card, which loads after the screen.
            {
              name: 'qr-codes',
              test: /[\\/]src[\\/](features[\\/]qr-codes[\\/](qr-code-card|debounced|logo|object-url|qr-downloads|qr-picture|readability|swatches)|ui[\\/](color-field|picture-drop)).*/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Those of the footer, which a preview of a store has too.
            { name: 'social-icons', test: /[\\/]@tabler[\\/].*[\\/]IconBrand/, minShareCount: 2, includeDependenciesRecursively: false },
            // Of clicks and visitors, below the chart.
            {
              name: 'device-icons',
              test: /[\\/]@tabler[\\/].*[\\/]IconDevice(s|Mobile|Tablet|Tv|Gamepad2)[.]|[\\/]ui[\\/]device-icon/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // The command palette has the icons of every menu: one that only a menu shares with it is no part of a screen.
            { name: 'icons', test: /[\\/]@tabler[\\/]/, minShareCount: 3, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/v1': api, '/oidc': api, '/auth': api, '/terms': api, '/unsubscribe': api, '/site-icons': api } },
})
