import { defineProject } from 'vitest/config'

export default defineProject({
  resolve: { conditions: ['source'] },
  test: {
    name: 'scenes',
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One browser shows them all; the processes of its pages share the machine's cores.
    maxConcurrency: 4,
  },
})
