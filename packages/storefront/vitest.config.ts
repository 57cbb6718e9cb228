import { defineProject } from 'vitest/config'
import { maxWorkers } from '../../harness/vitest/test-workers.ts'

export default defineProject({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    name: 'storefront',
    maxWorkers,
    // The test files of a process can share modules, because no test changes a module's state.
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 300_000,
  },
})
