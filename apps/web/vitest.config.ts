import { mergeConfig } from 'vite'
import { defineProject } from 'vitest/config'
import { maxWorkers } from '../../harness/vitest/test-workers.ts'
import viteConfig from './vite.config.ts'

export default mergeConfig(
  viteConfig,
  defineProject({
    test: {
      name: 'web',
      maxWorkers,
      // The libraries are loaded once per process. test/browser.ts gives each file its own copy of the dashboard's
      // modules.
      isolate: false,
      environment: 'happy-dom',
      environmentOptions: { happyDOM: { url: 'http://localhost:3000/' } },
      setupFiles: ['./test/browser.ts'],
      include: ['{src,first-paint}/**/*.test.{ts,tsx}', '*.test.ts'],
      testTimeout: 300_000,
      // The timeout is long enough for a busy machine. The test of a condition that never becomes true still fails.
      expect: { poll: { timeout: 60_000 } },
    },
  }),
)
