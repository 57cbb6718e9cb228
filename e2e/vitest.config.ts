import { defineProject } from 'vitest/config'

export default defineProject({
  resolve: { conditions: ['source'] },
  test: {
    name: 'e2e',
    include: ['**/*.e2e.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Each file runs a whole instance of the product under load, alone and last.
    fileParallelism: false,
    sequence: { groupOrder: 2 },
  },
})
