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
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './harness/vitest/test-summary.ts'],
  },
})
