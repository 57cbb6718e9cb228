import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The server runs TypeScript without a build, but not JSX, so it imports the build of this package. Of its dependencies only icons are bundled: their package
// is thousands of files, and few are used.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic' } },
  ssr: { noExternal: ['@tabler/icons-react'] },
  build: { ssr: 'src/index.ts', outDir: 'dist', target: 'node24', minify: false },
})
