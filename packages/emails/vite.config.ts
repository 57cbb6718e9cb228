import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The server runs TypeScript without a build, but it can't run JSX, so it imports the build of this package. The build
// includes only the react-email components that are used, and the library that parses their Markdown. Importing
// react-email itself would also load prettier and Tailwind.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic' } },
  ssr: { noExternal: [/^@react-email\//, 'marked'] },
  build: { ssr: 'src/index.ts', outDir: 'dist', target: 'node24', minify: false },
})
