import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The server runs TypeScript without a build, but not JSX, so it imports the build of this package. Dependencies are not bundled.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic' } },
  build: { ssr: 'src/index.ts', outDir: 'dist', target: 'node24', minify: false },
})
