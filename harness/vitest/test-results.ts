import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export interface TestResults {
  passed: number
  failed: number
  /** A line for each test that failed, also if it passed when it was repeated. */
  failures: readonly string[]
}

/**
 * Adds the results of one run to the file that TEST_RESULTS_FILE names. Returns the end of the output: the failures of
 * all runs in the file, and the line with their counts. If the variable is not set, returns the results of this run.
 */
export function addTestResults({ passed, failed, failures }: TestResults, file = process.env.TEST_RESULTS_FILE): string {
  const earlier = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  const [, earlierPassed = '0', earlierFailed = '0'] = /^(\d+) passed, (\d+) failed$/.exec(earlier.pop() ?? '') ?? []
  const counts = `${Number(earlierPassed) + passed} passed, ${Number(earlierFailed) + failed} failed`
  const end = [...earlier, ...failures, counts].join('\n')
  if (file !== undefined) writeFileSync(file, `${end}\n`)
  return end
}
