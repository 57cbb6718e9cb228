import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The server runs TypeScript without a build, but not JSX, so it imports the build of this package. The build bundles
// only the components of react-email that are used: its package loads prettier and Tailwind too.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic' } },
  ssr: { noExternal: [/^@react-email\//] },
  build: { ssr: 'src/index.ts', outDir: 'dist', target: 'node24', minify: false },
})
