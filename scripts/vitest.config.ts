import { defineProject } from 'vitest/config'
import { maxWorkers } from '../harness/vitest/test-workers.ts'

export default defineProject({ test: { name: 'scripts', maxWorkers, include: ['*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } })
