import { defineProject } from 'vitest/config'
import { maxWorkers } from '../../harness/vitest/test-workers.ts'

export default defineProject({
  test: { name: 'client', maxWorkers, include: ['src/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
})
