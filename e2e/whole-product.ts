// Loads nothing. A journey starts the product as a user does, without importing it. The imports below name the files on
// which a journey depends, so that `npm test -- --changed` runs it when one of them has changed.
import.meta.glob(['../apps/*/src/**/*.{ts,tsx}', '../packages/*/src/**/*.{ts,tsx}', '../faults/*.ts', '!**/*.test.{ts,tsx}'])

declare global {
  interface ImportMeta {
    /** Provided by Vite: https://vite.dev/guide/features#glob-import. */
    glob(patterns: readonly string[]): object
  }
}
