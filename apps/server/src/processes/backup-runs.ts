import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { openBackupSchedule, type ScheduleOptions } from '../backups/migrate.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { stopChild, waitUntilExit } from '../platform/process/child-process.ts'
import type { Log } from '../platform/process/log.ts'
import { recordFailureMessage } from '../platform/process/process-messages.ts'

export interface BackupRuns {
  /** Stops the run that is running, and starts no other. */
  close(): Promise<void>
}

export interface BackupRunsOptions {
  databaseUrl: string
  mainFile: string
  log: Log
  /** Records a child, so that the next start ends it if this process is killed. */
  recordChild(name: string, pid: number): void
  /** Replaces the clock and the delays of the schedule, for tests. */
  schedule?: Pick<Partial<ScheduleOptions>, 'clock' | 'startDelayMs' | 'pollMs'>
}

const commands = { backup: 'backup', check: 'check-backup' } as const

/** Lower than the priority of the processes that serve visitors, which is 0. */
const priority = 10

/**
 * Makes a back-up every night and checks the newest back-up every week, unless BACKUP_TARGET is `off`. Each run is a
 * child process with the rights of the database's owner, which api and jobs lack. So its memory and its failures do not
 * affect other processes.
 */
export function openBackupRuns(
  config: Config,
  { databaseUrl, mainFile, log, recordChild, schedule: replaced }: BackupRunsOptions,
): BackupRuns {
  if (config.backups.target === undefined) return { close: async () => undefined }
  let stopRunning: (() => Promise<void>) | undefined
  let isClosed = false

  async function run(kind: keyof typeof commands, { willRetry }: { willRetry: boolean }): Promise<string | undefined> {
    if (isClosed) return undefined
    const args = [mainFile, commands[kind], ...(willRetry ? ['--will-retry'] : [])]
    // Detached: a Ctrl-C in the terminal reaches only the supervisor, which then stops its processes in order.
    const child = spawn(process.execPath, args, {
      env: config.environment,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const getFailureMessage = recordFailureMessage(child)
    if (child.pid !== undefined) {
      recordChild(commands[kind], child.pid)
      lowerPriority(child.pid)
    }
    stopRunning = () =>
      stopChild(child, 'SIGTERM', 8_000, () => log.error({ child: commands[kind] }, 'A process did not stop in time; it is killed'))
    const exit = await waitUntilExit(child)
    stopRunning = undefined
    if (exit === 'exit code 0') {
      log.info(kind === 'backup' ? 'A back-up was made' : 'The newest back-up was checked')
      return undefined
    }
    if (isClosed) return undefined
    const reason = getFailureMessage() ?? `The process ended with ${exit}.`
    log.error({ reason, willRetry }, kind === 'backup' ? 'The back-up failed' : 'The check of the newest back-up failed')
    return reason
  }

  const kinds = config.backups.areChecked ? (['backup', 'check'] as const) : (['backup'] as const)
  const schedule = openBackupSchedule({ databaseUrl, kinds, clock: systemClock, log, run, ...replaced })
  return {
    async close() {
      isClosed = true
      await Promise.all([schedule.close(), stopRunning?.()])
    },
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, priority)
  } catch {
    // The process has ended already.
  }
}
