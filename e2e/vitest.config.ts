import { defineProject } from 'vitest/config'

export default defineProject({
  resolve: { conditions: ['source'] },
  test: {
    name: 'e2e',
    include: ['**/*.e2e.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Each file runs a whole instance of the product, and mostly waits for it: three at a time, and last.
    maxWorkers: 3,
    sequence: { groupOrder: 2 },
  },
})
