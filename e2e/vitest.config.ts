import { defineProject } from 'vitest/config'

export default defineProject({
  resolve: { conditions: ['source'] },
  test: {
    name: 'e2e',
    include: ['**/*.e2e.ts'],
    setupFiles: ['./whole-product.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Long enough for a busy machine; a condition that never becomes true fails anyway.
    expect: { poll: { timeout: 60_000 } },
    // Each file runs a whole instance of the product, and mostly waits for it: three at a time, and last.
    maxWorkers: 3,
    sequence: { groupOrder: 2 },
  },
})
