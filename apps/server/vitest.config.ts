import { defineProject } from 'vitest/config'
import { maxWorkers } from '../../harness/vitest/test-workers.ts'

export default defineProject({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'], externalConditions: ['source'] } },
  test: {
    name: 'server',
    maxWorkers,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Modules are loaded once per process instead of once per file: none keeps anything between two tests.
    isolate: false,
    globalSetup: ['./test/global-setup.ts'],
    setupFiles: ['./test/waits-in-transactions.ts'],
    // A hung test is found late; a busy machine fails none.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A busy machine takes its time; a condition that never holds fails all the same.
    expect: { poll: { timeout: 240_000 } },
  },
})
