import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { withConnection } from '../../platform/postgres/with-connection.ts'
import type { Log } from '../../platform/process/log.ts'
import { isDatabasePaused } from '../pause.ts'
import type { RunKind } from './backup-runs-table.ts'
import { findDueRun, retryDelayMs } from './backup-schedule.ts'
import { recordKilledRuns } from './record-run.ts'

export interface ScheduleOptions {
  /** Signs in to PostgreSQL as the owner of the database. */
  databaseUrl: string
  kinds: readonly RunKind[]
  clock: Clock
  log: Log
  /** Makes or checks a back-up. Returns the reason if it failed, and undefined if it succeeded or was stopped. */
  run(kind: RunKind, options: { willRetry: boolean }): Promise<string | undefined>
  /** How long nothing runs after the start, so that a missed back-up does not slow the start down. */
  startDelayMs?: number
  pollMs?: number
}

/** The schedule is read again after this time, because a run may have been started by hand. */
const maxWaitMs = 3_600_000

/**
 * Runs back-ups and checks when they are due, one at a time, until closed. If a run was missed because the machine was
 * off, it is made up after the start. While the instance is paused, nothing runs: its target may be the original's.
 */
export function openBackupSchedule(options: ScheduleOptions): { close(): Promise<void> } {
  const { clock, log, startDelayMs = 300_000, pollMs = 60_000 } = options
  const closing = new AbortController()
  const notBefore = new Map<RunKind, number>()
  const working = work()

  async function work(): Promise<void> {
    let wakeAt = clock.now().getTime() + startDelayMs
    while (!closing.signal.aborted) {
      // The clock is read often, because a timer does not advance while a machine sleeps.
      if (clock.now().getTime() >= wakeAt) wakeAt = await runDue()
      await sleep(pollMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  /** Returns when to look again, in milliseconds since 1970. */
  async function runDue(): Promise<number> {
    let wakeAt = clock.now().getTime() + maxWaitMs
    for (const kind of options.kinds) {
      const dueAt = await runIfDue(kind).catch((error: unknown) => {
        log.warn({ err: error }, 'The schedule of back-ups can not be read')
        return 0
      })
      wakeAt = Math.min(wakeAt, dueAt)
    }
    return wakeAt
  }

  /** Returns when the next run of the kind is due. */
  async function runIfDue(kind: RunKind): Promise<number> {
    const due = await findDue(kind)
    if (due === undefined) return Number.POSITIVE_INFINITY
    const at = Math.max(due.at.getTime(), notBefore.get(kind) ?? 0)
    if (at > clock.now().getTime() || closing.signal.aborted) return at
    const reason = await options.run(kind, due)
    if (reason === undefined) return (await findDue(kind))?.at.getTime() ?? Number.POSITIVE_INFINITY
    await recordKilledRun(reason, due.willRetry)
    notBefore.set(kind, clock.now().getTime() + retryDelayMs)
    return notBefore.get(kind) ?? 0
  }

  function findDue(kind: RunKind) {
    return withConnection(options.databaseUrl, async (client) =>
      (await isDatabasePaused(client)) ? undefined : findDueRun(client, kind, clock.now()),
    )
  }

  /** Records the failure if the process could not record it. Tries again while PostgreSQL is down. */
  async function recordKilledRun(reason: string, willRetry: boolean): Promise<void> {
    while (!closing.signal.aborted) {
      const isRecorded = await recordKilledRuns(options.databaseUrl, { clock, reason, willRetry }).then(
        () => true,
        () => false,
      )
      if (isRecorded) return
      await sleep(pollMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    async close() {
      closing.abort()
      await working
    },
  }
}
