import { defineProject } from 'vitest/config'
import { maxWorkers } from '../harness/vitest/test-workers.ts'

export default defineProject({
  // The timeouts are long, so that no test fails only because the machine is busy.
  test: { name: 'scripts', maxWorkers, include: ['*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
})
