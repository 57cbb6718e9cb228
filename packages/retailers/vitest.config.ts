import { defineProject } from 'vitest/config'
import { maxWorkers } from '../../harness/vitest/test-workers.ts'

export default defineProject({ test: { name: 'retailers', maxWorkers, include: ['src/**/*.test.ts'], testTimeout: 60_000 } })
