import { defineProject } from 'vitest/config'
import { maxWorkers } from '../../harness/vitest/test-workers.ts'

export default defineProject({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    name: 'storefront',
    maxWorkers,
    // The tests change no module, so the files of a process share them.
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 300_000,
  },
})
