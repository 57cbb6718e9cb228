import { expect, it } from 'vitest'
import { faultKinds } from '../faults/fault-kinds.ts'
import { listErrors } from '../faults/print-report.ts'
import { runFaults } from '../faults/run-faults.ts'

it('stores every acknowledged click exactly once despite 16 faults, at least one of each quick kind, recovers, and names a visit that it did not send', async () => {
  const kinds = faultKinds.filter(({ isSlow }) => !isSlow)
  const report = await runFaults({
    faults: 16,
    kinds,
    // A busy machine can need any time.
    maxOutageMs: Number.POSITIVE_INFINITY,
    seed: 7,
    perSecond: 500,
    longStopMs: 2_000,
    maxBurst: 8,
    onProgress: () => undefined,
    onStarted: async (url) => void (await fetch(url, { redirect: 'manual' })),
  })

  expect(listErrors(report)).toEqual([expect.stringMatching(/^1 visits of the link under load were not sent by this run.*utm_campaign ""/)])
  expect(report).toMatchObject({ lost: 0, duplicated: 0, found: report.acknowledged - report.lostToFullDisk, inRollups: report.rows })
  expect(report.lostToFullDisk).toBe(report.reportedLostToFullDisk)
  expect(Object.keys({ ...report.tried, ...report.missing })).toHaveLength(kinds.length)
  expect(Object.values(report.tried).reduce((sum, tried) => sum + tried, 0)).toBe(16)
  expect(report.acknowledged).toBeGreaterThan(1_000)
})
