import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createProxy } from './api-paths.ts'
import { contractInBrowser } from './contract-in-browser.ts'
import { firstPaint } from './first-paint/first-paint.ts'
import { serviceWorker } from './offline/offline.ts'
import { precompress } from './precompress.ts'
import { themeSheet } from './theme-sheet.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), contractInBrowser(), themeSheet(), firstPaint(), serviceWorker(), precompress()],
  // The dashboard uses the sources of the store pages, because their build is a single file for the server.
  resolve: {
    alias: {
      '@linkshelf/storefront': fileURLToPath(new URL('../../packages/storefront/src/index.ts', import.meta.url)),
    },
  },
  build: {
    target: 'baseline-widely-available',
    // Files are not inlined. The page's content security policy allows no `data:` scripts or fonts, and small files
    // cost little over HTTP/2.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The build has one chunk for each route, and one chunk with the code that every route needs. first-load.test.ts
    // limits how much a visit loads.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'dashboard', tags: ['$initial'] }] } } },
  },
  // `npm start` serves the API at this address.
  server: { port: 5173, proxy: createProxy('http://localhost:3000') },
})
