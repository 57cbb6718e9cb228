// Loads nothing. A journey starts the product as a user does, without importing it: with these imports,
// `npm test -- --changed` knows which changes a journey depends on.
import.meta.glob(['../apps/*/src/**/*.{ts,tsx}', '../packages/*/src/**/*.{ts,tsx}', '../faults/*.ts', '!**/*.test.{ts,tsx}'])

declare global {
  interface ImportMeta {
    /** Vite's: https://vite.dev/guide/features#glob-import. */
    glob(patterns: readonly string[]): object
  }
}
