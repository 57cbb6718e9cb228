import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export interface TestCounts {
  passed: number
  failed: number
}

/**
 * Adds the counts of one run to the file that TEST_COUNTS_FILE names. Returns the last line of the output, with the
 * counts of all runs in the file. If the variable is not set, the line has only the counts of this run.
 */
export function addTestCounts({ passed, failed }: TestCounts, file = process.env.TEST_COUNTS_FILE): string {
  const earlier: TestCounts = file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 }
  const all = { passed: earlier.passed + passed, failed: earlier.failed + failed }
  if (file !== undefined) writeFileSync(file, JSON.stringify(all))
  return `${all.passed} passed, ${all.failed} failed`
}
