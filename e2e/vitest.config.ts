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
    // This timeout is long enough for a busy machine. A condition that never becomes true still fails.
    expect: { poll: { timeout: 60_000 } },
    // Most files run a whole instance and mostly wait for it. So four files run at the same time, after the other test
    // projects. With three, two cores were idle for 40 % of the time.
    maxWorkers: 4,
    sequence: { groupOrder: 2 },
  },
})
