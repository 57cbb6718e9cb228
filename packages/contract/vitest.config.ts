import { defineProject } from 'vitest/config'
import { maxWorkers } from '../../harness/vitest/test-workers.ts'

export default defineProject({
  test: {
    name: 'contract',
    maxWorkers,
    // The tests change no module, so the files of a process share them.
    isolate: false,
    include: ['src/**/*.test.ts'],
    testTimeout: 300_000,
  },
})
