/// <reference types="vite/types/importMeta.d.ts" />
// This glob loads nothing. Scenes show the built dashboard and pages of the server, but do not import their sources.
// With these imports, `npm test -- --changed` knows which changes affect the scenes.
import.meta.glob([
  '../{src,first-paint,offline}/**/*.{ts,tsx}',
  '../../server/src/{api-reference,identity,layout,storefront}/**/*.{ts,tsx}',
  '../../../packages/*/src/**/*.{ts,tsx}',
  '!**/*.test.{ts,tsx}',
])
