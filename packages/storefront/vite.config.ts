import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The server runs TypeScript without a build, but it can't run JSX, so it imports the build of this package. The build
// includes only the icons that the pages use, because the icon package has thousands of files.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic' } },
  ssr: { noExternal: ['@tabler/icons-react'] },
  build: { ssr: 'src/index.ts', outDir: 'dist', target: 'node24', minify: false },
})
