import { expect, it } from 'vitest'
import { runFaults } from '../faults/run-faults.ts'

it('has every redirect it gave in the store exactly once after thirty faults, and accepts everything again', { timeout: 0 }, async () => {
  const report = await runFaults({ faults: 30, seed: 7, perSecond: 500, longStopMs: 2_000, burstMax: 8, say: () => undefined })

  expect(report).toMatchObject({ lost: 0, doubled: 0, found: report.acknowledged - report.lostToFullDisk, inSums: report.rows })
  expect(report.lostToFullDisk).toBe(report.toldOfFullDisk)
  expect(Object.values(report.tried).reduce((sum, tried) => sum + tried, 0)).toBe(30)
  expect(report.acknowledged).toBeGreaterThan(1_000)
})
