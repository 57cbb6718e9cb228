import { defineProject } from 'vitest/config'
import { maxWorkers } from '../test-workers.ts'

export default defineProject({ test: { name: 'scripts', maxWorkers, include: ['*.test.ts'] } })
