import { defineProject } from 'vitest/config'
import { maxWorkers } from '../../harness/vitest/test-workers.ts'

export default defineProject({
  test: { name: 'client', maxWorkers, include: ['src/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
})
