import { defineProject } from 'vitest/config'
import { maxWorkers } from '../../harness/vitest/test-workers.ts'

export default defineProject({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'], externalConditions: ['source'] } },
  test: {
    name: 'server',
    maxWorkers,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Modules are loaded once per process instead of once per file. No module keeps state between tests.
    isolate: false,
    globalSetup: ['./test/global-setup.ts'],
    setupFiles: ['./test/waits-in-transactions.ts'],
    // The timeouts are long, so that no test fails only because the machine is busy. A hung test is reported late.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Polls are long for the same reason. A condition that never holds still fails before the test's timeout.
    expect: { poll: { timeout: 240_000 } },
  },
})
