import { expect, it } from 'vitest'
import { queryAsOwner, runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { silentLog } from '../../platform/process/log.ts'
import { insertRun, updateBytesOfRun, updateFinishedRun } from './backup-runs-table.ts'
import { openBackupSchedule } from './open-backup-schedule.ts'

/** Opens a schedule at noon, an hour after the instance was created. The first runs fail for the given reasons. */
async function aSchedule(deps: TestDeps, reasons: string[] = []) {
  let [now, reads] = [new Date('2026-11-30T12:00:00Z'), 0]
  await queryAsOwner(deps, "update instance_identity set id = '00000011-0000-4000-8000-000000000000', created_at = '2026-11-30T11:00Z'")
  const runs: string[] = []
  const schedule = openBackupSchedule({
    ...{ databaseUrl: deps.databaseUrl, kinds: ['backup', 'check'], log: silentLog, startDelayMs: 300_000, pollMs: 1 },
    clock: {
      now() {
        reads += 1
        return now
      },
    },
    async run(kind, { willRetry }) {
      const reason = reasons.shift()
      await runAsOwner(deps, async (owner) => {
        const id = await insertRun(owner, kind, now)
        if (reason !== undefined) return
        await updateFinishedRun(owner, id, now, null)
        if (kind === 'backup') await updateBytesOfRun(owner, id, 1)
      })
      runs.push(`${kind} at ${now.toISOString().slice(5, 16)}${willRetry ? '' : ' for the last time'}`)
      return reason
    },
  })
  return {
    runs,
    /** Changes the time. Resolves after everything that is due has run, which reads the clock at most 20 times. */
    async setTime(time: string) {
      now = new Date(`2026-${time}Z`)
      const before = reads
      await expect.poll(() => reads - before).toBeGreaterThan(30)
    },
    [Symbol.asyncDispose]: () => schedule.close(),
  }
}

it('makes a back-up in each night, makes up for missed nights, and checks a back-up every week', async () => {
  await using deps = await openTestDeps()
  await using schedule = await aSchedule(deps)
  for (const time of ['11-30T12:04', '11-30T12:05', '12-01T03:16', '12-01T03:17', '12-01T03:20', '12-03T05:00', '12-03T05:01'])
    await schedule.setTime(time)
  expect(schedule.runs).toEqual(['backup at 12-01T03:17', 'backup at 12-03T05:00', 'check at 12-03T05:00'])
})

it('tries a failed back-up again after an hour, twice, and reports the last failure', async () => {
  await using deps = await openTestDeps()
  await using schedule = await aSchedule(deps, ['first', 'second', 'third'])
  for (const time of ['12-01T03:17', '12-01T04:16', '12-01T04:17', '12-01T05:18', '12-01T09:00', '12-02T03:17'])
    await schedule.setTime(time)

  expect(schedule.runs).toEqual([
    'backup at 12-01T03:17',
    'backup at 12-01T04:17',
    'backup at 12-01T05:18 for the last time',
    'backup at 12-02T03:17',
  ])
  expect(await queryAsOwner(deps, 'select error, reported_at is not null as reported from backup_runs order by id')).toEqual([
    { error: 'first', reported: false },
    { error: 'second', reported: false },
    { error: 'third', reported: true },
    { error: null, reported: false },
  ])
})

it('runs nothing while a restored instance is paused', async () => {
  await using deps = await openTestDeps()
  await using schedule = await aSchedule(deps)
  await queryAsOwner(deps, 'insert into restored_backups (taken_at) values (now())')
  await schedule.setTime('12-01T03:17')
  await queryAsOwner(deps, 'update restored_backups set resumed_at = now()')
  await schedule.setTime('12-01T05:00')
  expect(schedule.runs).toEqual(['backup at 12-01T05:00'])
})
