import { join } from 'node:path'
import { defineProject } from 'vitest/config'

export default defineProject({
  resolve: { conditions: ['source'] },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    name: 'scenes',
    include: ['**/*.test.ts'],
    setupFiles: [join(import.meta.dirname, 'built-dashboard.ts')],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The timeout is long enough for a busy machine. The test of a condition that never becomes true still fails.
    expect: { poll: { timeout: 60_000 } },
    // One browser shows all scenes on four pages, which use every core. So files run one at a time, after the test
    // projects with a lower `groupOrder`.
    maxConcurrency: 4,
    maxWorkers: 1,
    // Without isolation, the contract, the samples and the server's modules are loaded once for all files.
    isolate: false,
    sequence: { groupOrder: 1 },
  },
})
