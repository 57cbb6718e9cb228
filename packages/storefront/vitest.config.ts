import { defineProject } from 'vitest/config'
import { maxWorkers } from '../../harness/vitest/test-workers.ts'

export default defineProject({
  oxc: { jsx: { runtime: 'automatic' } },
  test: { name: 'storefront', maxWorkers, include: ['src/**/*.test.{ts,tsx}'] },
})
