import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The server runs TypeScript as it is, but not JSX: this package reaches it built. Its dependencies stay outside.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic' } },
  build: { ssr: 'src/index.ts', outDir: 'dist', target: 'node24', minify: false },
})
