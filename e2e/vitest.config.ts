import { defineProject } from 'vitest/config'

export default defineProject({
  resolve: { conditions: ['source'] },
  test: {
    name: 'e2e',
    include: ['**/*.e2e.ts'],
    setupFiles: ['./whole-product.ts'],
    globalSetup: ['../harness/vitest/share-linkshelf.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Long enough for a busy machine; a condition that never becomes true fails anyway.
    expect: { poll: { timeout: 60_000 } },
    // Most files run a whole instance of the product, and mostly wait for it: three at a time, and last.
    maxWorkers: 3,
    sequence: { groupOrder: 2 },
  },
})
