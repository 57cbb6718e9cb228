/// <reference types="vite/types/importMeta.d.ts" />
// Loads nothing. Scenes show the built dashboard and pages of the server, without importing their sources: with these
// imports, `npm test -- --changed` knows which changes concern them.
import.meta.glob([
  '../{src,first-paint,offline}/**/*.{ts,tsx}',
  '../../server/src/{api-reference,identity,layout,storefront}/**/*.{ts,tsx}',
  '../../../packages/*/src/**/*.{ts,tsx}',
  '!**/*.test.{ts,tsx}',
])
