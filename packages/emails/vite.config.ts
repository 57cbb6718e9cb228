import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The server runs TypeScript without a build, but not JSX, so it imports the build of this package. Only the components
// of react-email that are used are bundled, with the library that reads their Markdown: its package loads prettier and
// Tailwind too. A production installation has no package that is bundled.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic' } },
  ssr: { noExternal: [/^@react-email\//, 'marked'] },
  build: { ssr: 'src/index.ts', outDir: 'dist', target: 'node24', minify: false },
})
