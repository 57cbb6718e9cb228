import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { aProject } from '../../../test/builders/builders.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { readConfig } from '../../config.ts'
import { silentLog } from '../../platform/process/log.ts'
import { runRebuildRollups } from './rebuild-rollups-command.ts'

const dayMs = 86_400_000

it('rebuilds the rollups of CLICKHOUSE_URL and prints how many rows were wrong', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  // The clicks are two days old, since a day is rolled up an hour after its end.
  await recordClicks(deps, ctx, [{ at: Date.now() - 2 * dayMs }])
  await deps.clickhouse.command({ query: 'TRUNCATE TABLE project_clicks' })
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const config = readConfig({ CLICKHOUSE_URL: deps.clickhouseUrl })
  try {
    await runRebuildRollups(config, silentLog)
    await runRebuildRollups(config, silentLog)
    expect(output.mock.calls.flat()).toEqual([
      'Rollup rows corrected: 1. Days rolled up: 1.\n',
      'Rollup rows corrected: 0. Days rolled up: 1.\n',
    ])
  } finally {
    output.mockRestore()
  }
})

it('explains what to do without a ClickHouse', async () => {
  const config = readConfig({ LINKSHELF_DATA: join(tmpdir(), 'linkshelf-missing') })
  await expect(runRebuildRollups(config, silentLog)).rejects.toThrow('Set it, or start Linkshelf first')
})
