import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractInBrowser } from './contract-in-browser.ts'

/** The address of the API while the dashboard runs on the development server. */
const api = 'http://localhost:3000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), contractInBrowser()],
  build: {
    target: 'baseline-widely-available',
    // The page's policy allows no data: scripts or fonts, and small files cost little over HTTP/2.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Code that every page needs is one chunk: sixty chunks, each compressed separately, are 10% larger.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'dashboard', tags: ['$initial'] }] } } },
  },
  server: { port: 5173, proxy: { '/v1': api, '/oidc': api, '/auth': api, '/terms': api } },
})
