import { defineConfig } from 'vitest/config'
import LongestFirst from './harness/vitest/test-order.ts'

export default defineConfig({
  test: {
    projects: [
      'packages/*/vitest.config.ts',
      'apps/*/vitest.config.ts',
      'apps/web/scenes/vitest.config.ts',
      'scripts/vitest.config.ts',
      'e2e/vitest.config.ts',
    ],
    // Files that tests read without importing them: a change of one concerns every test.
    forceRerunTriggers: ['**/package-lock.json', '**/{vitest,vite}.config.*', '**/apps/server/{clickhouse,migrations}/*.sql'],
    slowTestThreshold: 5_000,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './harness/vitest/test-summary.ts'],
  },
})
