import { expect, it } from 'vitest'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import type { Metrics } from '../platform/http/metrics.ts'
import { measureBackups } from './jobs-process.ts'

it('measures back-ups and checks with the account of jobs', async () => {
  await using deps = await openTestDeps()
  const read = () =>
    runAsJobsAccount(deps, async (jobs) => {
      const figures: Record<string, unknown> = {}
      const reads: Promise<void>[] = []
      const addGauge: Metrics['addGauge'] = ({ name, read }) => {
        const store = (figure: unknown) => {
          figures[name.replace('linkshelf_backup_', '')] = figure
        }
        reads.push(Promise.try(read).then(store))
      }
      measureBackups({ addGauge }, jobs)
      await Promise.all(reads)
      return figures
    })
  const insert = (kind: string, at: string, bytes: number | null, error: string | null) =>
    queryAsOwner(deps, 'insert into backup_runs (kind, started_at, finished_at, backup, bytes, error) values ($1, $2, $2, $3, $4, $5)', [
      kind,
      at,
      bytes && 'linkshelf-2026-11-28T03-17-00Z',
      bytes,
      error,
    ])

  const none = undefined
  expect(await read()).toEqual({ last_success_timestamp_seconds: none, bytes: none, failed: none, check_failed: none })
  await insert('backup', '2026-11-28T03:20:00Z', 1_400, null)
  await insert('check', '2026-11-28T04:20:00Z', null, 'Damaged.')
  const ofBackup = { last_success_timestamp_seconds: Date.parse('2026-11-28T03:20:00Z') / 1_000, bytes: 1_400 }
  expect(await read()).toEqual({ ...ofBackup, failed: 0, check_failed: 1 })
  await insert('backup', '2026-11-29T03:20:00Z', null, 'The disk is full.')
  await insert('check', '2026-11-29T04:20:00Z', null, null)
  expect(await read()).toEqual({ ...ofBackup, failed: 1, check_failed: 0 })
})
