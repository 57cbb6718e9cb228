// Decides when a back-up is due: every night, and its check once a week. The times are derived from the instance's id,
// so that instances that share a server or a network do not all run at the same time.
import type pg from 'pg'
import { findInstanceIdentity, type InstanceIdentity } from '../instance-identity.ts'
import { type BackupRun, isAnyBackupComplete, type RunKind, selectRunsSince } from './backup-runs-table.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** How often a run is tried in its period, and how long after a failure it is tried again. */
const maxAttempts = 3
export const retryDelayMs: number = hourMs

export interface DueRun {
  at: Date
  /** Whether the run is tried again if it fails. */
  willRetry: boolean
}

/**
 * Returns when the run is due next, which can be in the past. Undefined if the database has the schema of an earlier
 * release, or if there is no back-up to check.
 */
export async function findDueRun(client: pg.Client, kind: RunKind, now: Date): Promise<DueRun | undefined> {
  const identity = await findInstanceIdentity(client)
  if (identity === undefined || (kind === 'check' && !(await isAnyBackupComplete(client)))) return undefined
  const slot = findLatestSlot(kind, identity.id, now)
  return toDueRun(kind, identity, { slot, attempts: await selectRunsSince(client, kind, slot) })
}

/** Returns the last scheduled time at or before `now`: at night in UTC, a check an hour after the back-up. */
export function findLatestSlot(kind: RunKind, instanceId: string, now: Date): Date {
  const seed = Number.parseInt(instanceId.slice(0, 8), 16)
  const offsetMs = 3 * hourMs + (seed % 60) * minuteMs + (kind === 'check' ? hourMs + (Math.floor(seed / 60) % 7) * dayMs : 0)
  const period = periodMs[kind]
  return new Date(Math.floor((now.getTime() - offsetMs) / period) * period + offsetMs)
}

const periodMs: Record<RunKind, number> = { backup: dayMs, check: 7 * dayMs }

/**
 * Returns when the run is due. `attempts` are the runs since the slot. A slot before the instance existed is skipped,
 * so that the first start of an instance makes no back-up.
 */
export function toDueRun(
  kind: RunKind,
  { createdAt }: InstanceIdentity,
  { slot, attempts }: { slot: Date; attempts: readonly BackupRun[] },
): DueRun {
  const isDone = attempts.some(({ finishedAt, error, bytes }) =>
    kind === 'backup' ? bytes !== null : finishedAt !== null && error === null,
  )
  if (isDone || slot <= createdAt || attempts.length >= maxAttempts)
    return { at: new Date(slot.getTime() + periodMs[kind]), willRetry: true }
  const last = attempts.at(-1)
  const at = last === undefined ? slot : new Date((last.finishedAt ?? last.startedAt).getTime() + retryDelayMs)
  return { at, willRetry: attempts.length + 1 < maxAttempts }
}
