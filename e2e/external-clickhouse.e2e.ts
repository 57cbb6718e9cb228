import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startEngineProcess } from '../apps/server/test/databases/start-engine-process.ts'
import { freshSettings } from '../harness/run-linkshelf.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

/** Queries, deletion, and changes of tables: what depends on the ClickHouse that answers. */
const suite = ['analytics.test.ts', 'delete-clicks.test.ts', 'rollups/rollup-migrations.test.ts'].map(
  (file) => `apps/server/src/analytics/${file}`,
)

// Starts a test run of its own, beside two other files: a busy machine takes minutes.
it('passes the tests of analytics on the ClickHouse that CLICKHOUSE_URL names', { timeout: 600_000 }, async () => {
  await using elsewhere = await freshSettings()
  const store = await startEngineProcess(elsewhere.dataFolder)
  try {
    const { VITEST: _vitest, VITEST_POOL_ID: _pool, VITEST_WORKER_ID: _worker, ...env } = process.env
    const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'run', '--project', 'server', ...suite], {
      cwd: root,
      env: { ...env, CLICKHOUSE_URL: store.url },
    })
    expect(stdout).toMatch(/[1-9]\d* passed, 0 failed/)
  } finally {
    await store.stop()
  }
})
