import { expect, it } from 'vitest'
import type { BackupRun, RunKind } from './backup-runs-table.ts'
import { findLatestSlot, toDueRun } from './backup-schedule.ts'

// Hexadecimal 11 is 17, so the runs of this instance are at minute 17.
const instanceId = '00000011-0000-4000-8000-000000000000'
const identity = { id: instanceId, createdAt: new Date('2026-11-01T12:00:00Z') }

it.each([
  ['backup', '2026-11-30T03:17:00Z', '2026-11-30T03:17:00.000Z'],
  ['backup', '2026-11-30T03:16:59Z', '2026-11-29T03:17:00.000Z'],
  ['backup', '2026-12-01T00:00:00Z', '2026-11-30T03:17:00.000Z'],
  ['check', '2026-11-27T00:00:00Z', '2026-11-26T04:17:00.000Z'],
  ['check', '2026-12-03T04:16:59Z', '2026-11-26T04:17:00.000Z'],
  ['check', '2026-12-03T04:17:00Z', '2026-12-03T04:17:00.000Z'],
] as const)('finds the latest scheduled time of a %s at %s: %s', (kind, now, slot) => {
  expect(findLatestSlot(kind, instanceId, new Date(now)).toISOString()).toBe(slot)
})

it('spreads instances over the hour, and checks over the week', () => {
  const ids = Array.from({ length: 840 }, (_, nth) => `${nth.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`)
  const now = new Date('2026-11-30T23:00:00Z')
  const countSlots = (kind: RunKind) => new Set(ids.map((id) => findLatestSlot(kind, id, now).getTime())).size
  expect([countSlots('backup'), countSlots('check')]).toEqual([60, 420])
})

const slot = new Date('2026-11-30T03:17:00Z')

function aRun(result: Partial<BackupRun>): BackupRun {
  const [startedAt, finishedAt] = [new Date('2026-11-30T03:18:00Z'), new Date('2026-11-30T03:30:00Z')]
  return { id: 1, kind: 'backup', startedAt, finishedAt, backup: null, bytes: null, error: null, ...result }
}

const complete = aRun({ bytes: 1_000 })
const failed = aRun({ error: 'The disk is full.' })

it.each([
  ['at its time if nothing has run', [], '2026-11-30T03:17:00.000Z', true],
  ['on the next night after a complete back-up', [complete], '2026-12-01T03:17:00.000Z', true],
  ['on the next night if only old back-ups could not be deleted', [aRun({ bytes: 1, error: 'denied' })], '2026-12-01T03:17:00.000Z', true],
  ['an hour after a failure', [failed], '2026-11-30T04:30:00.000Z', true],
  ['an hour after the second failure, for the last time', [failed, failed], '2026-11-30T04:30:00.000Z', false],
  ['on the next night after the third failure', [failed, failed, failed], '2026-12-01T03:17:00.000Z', true],
  ['an hour after a run that was killed began', [aRun({ finishedAt: null })], '2026-11-30T04:18:00.000Z', true],
] as const)('makes a back-up %s', (_title, attempts, at, willRetry) => {
  expect(toDueRun('backup', identity, { slot, attempts })).toEqual({ at: new Date(at), willRetry })
})

it('makes no back-up at the first start of an instance, but in its first night', () => {
  const createdAt = new Date('2026-11-30T09:00:00Z')
  expect(toDueRun('backup', { id: instanceId, createdAt }, { slot, attempts: [] }).at).toEqual(new Date('2026-12-01T03:17:00Z'))
})

it('checks a back-up again a week after a check that succeeded, and an hour after a check that failed', () => {
  const findDue = (attempt: BackupRun) => toDueRun('check', identity, { slot, attempts: [attempt] }).at.toISOString()
  expect(findDue(aRun({ kind: 'check' }))).toBe('2026-12-07T03:17:00.000Z')
  expect(findDue(aRun({ kind: 'check', error: 'damaged' }))).toBe('2026-11-30T04:30:00.000Z')
})
