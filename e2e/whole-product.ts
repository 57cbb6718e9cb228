// Loads nothing. A journey starts the product as a user does, without importing it. The imports below tell `npm test --
// --changed` which changes a journey depends on.
import.meta.glob(['../apps/*/src/**/*.{ts,tsx}', '../packages/*/src/**/*.{ts,tsx}', '../faults/*.ts', '!**/*.test.{ts,tsx}'])

declare global {
  interface ImportMeta {
    /** Provided by Vite: https://vite.dev/guide/features#glob-import. */
    glob(patterns: readonly string[]): object
  }
}
