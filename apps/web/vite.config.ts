import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractInBrowser } from './contract-in-browser.ts'
import { firstPaint } from './first-paint/first-paint.ts'
import { serviceWorker } from './offline/offline.ts'
import { precompress } from './precompress.ts'
import { chartModules, clickModules, rangeModules, screenModules, tableModules } from './shared-modules.ts'
import { themeSheet } from './theme-sheet.ts'

/** The address of the API while the dashboard runs on the development server. */
const api = 'http://localhost:3000'

/** Parts of libraries in two or three screens: each would be a file of less than 700 bytes. */
const libraryParts =
  /[\\/](@tabler[\\/].*[\\/]Icon(Bookmark|LinkOff|ShieldCheck|Users)|@tanstack[\\/].*[\\/](useInfiniteQuery|infiniteQueryObserver))[.]/

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), contractInBrowser(), themeSheet(), firstPaint(), serviceWorker(), precompress()],
  // The sources of the store pages: their build is one file for the server.
  resolve: {
    alias: [
      { find: '@linkshelf/storefront', replacement: fileURLToPath(new URL('../../packages/storefront/src/index.ts', import.meta.url)) },
      { find: /^.*\/use-id\/use-id\.mjs$/, replacement: fileURLToPath(new URL('src/ui/react-id.ts', import.meta.url)) },
    ],
  },
  build: {
    target: 'baseline-widely-available',
    // The page's policy allows no data: scripts or fonts, and small files cost little over HTTP/2.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Code that every page needs is one chunk: sixty chunks, each compressed separately, are 10% larger,
    // and take a request each.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'dashboard', tags: ['$initial'] },
            {
              name: 'shared',
              test: (id) => screenModules(id) || libraryParts.test(id),
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'clicks', test: clickModules, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'ranges', test: rangeModules, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'table', test: tableModules, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'charts', test: chartModules, minShareCount: 2, includeDependenciesRecursively: false },
            // The switch of the library, whose parts are apart otherwise.
            {
              name: 'switch',
              test: /[\\/]@mantine[\\/](core[\\/].*[\\/](Switch|InlineInput|InputsGroupFieldset)[\\/]|hooks[\\/].*[\\/]use-uncontrolled[\\/])/,
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
            // Icons of the footer, which a preview of a store shows too.
            { name: 'social-icons', test: /[\\/]@tabler[\\/].*[\\/]IconBrand/, minShareCount: 2, includeDependenciesRecursively: false },
            // Icons of clicks and visitors, below the chart.
            {
              name: 'device-icons',
              test: /[\\/]@tabler[\\/].*[\\/]IconDevice(s|Mobile|Tablet|Tv|Gamepad2)[.]|[\\/]ui[\\/]device-icon/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // The command palette has the icons of every menu: one that only a menu shares with it
            // is no part of a screen.
            { name: 'icons', test: /[\\/]@tabler[\\/]/, minShareCount: 3, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/v1': api, '/oidc': api, '/auth': api, '/terms': api, '/unsubscribe': api, '/site-icons': api } },
})
