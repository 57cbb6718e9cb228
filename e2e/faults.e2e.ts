import { expect, it } from 'vitest'
import { runFaults } from '../faults/run-faults.ts'

it('stores every acknowledged click exactly once despite sixteen faults, at least one of each kind, and recovers', async () => {
  const report = await runFaults({ faults: 16, seed: 7, perSecond: 500, longStopMs: 2_000, maxBurst: 8, onProgress: () => undefined })

  expect(report).toMatchObject({ lost: 0, duplicated: 0, found: report.acknowledged - report.lostToFullDisk, inRollups: report.rows })
  expect(report.lostToFullDisk).toBe(report.reportedLostToFullDisk)
  expect(Object.values(report.tried).reduce((sum, tried) => sum + tried, 0)).toBe(16)
  expect(report.acknowledged).toBeGreaterThan(1_000)
})
