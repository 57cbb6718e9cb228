import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The server runs TypeScript without a build, but not JSX, so it imports the build of this package. The build bundles
// only the icons of its dependencies: their package has thousands of files, and the pages use few.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic' } },
  ssr: { noExternal: ['@tabler/icons-react'] },
  build: { ssr: 'src/index.ts', outDir: 'dist', target: 'node24', minify: false },
})
