import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { TestModule, TestSpecification } from 'vitest/node'
import TestSummary from '../harness/vitest/test-summary.ts'

function aModule(path: string, seconds: number, states: readonly string[]): TestModule {
  const module = {
    moduleId: join(import.meta.dirname, '..', path),
    diagnostic: () => ({ collectDuration: 0, duration: seconds * 1_000 }),
    errors: () => [],
  }
  const tests = states.map((state) => {
    const flaky = state === 'flaky'
    const errors = [{ message: 'expected 2 to be 3\n- 3\n+ 2' }]
    const result = () => (flaky ? { state: 'passed', errors } : { state, errors: state === 'failed' ? errors : undefined })
    return { fullName: `links > is ${state}`, module, result, diagnostic: () => ({ flaky }) }
  })
  return { ...module, children: { allTests: () => tests } } as object as TestModule
}

it('prints the duration of the previous run, the slowest files, the tests that failed, and how many passed and failed', async () => {
  vi.stubEnv('TEST_RESULTS_FILE', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-test-summary-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const run = (command: string, modules: readonly TestModule[], resultsFile?: string, errors: Error[] = []) => {
    const lines: string[] = []
    const durationsFile = join(folder, 'cache', 'durations.json')
    const summary = new TestSummary({ command, resultsFile, durationsFile, print: (line) => lines.push(line) })
    summary.onTestRunStart(modules as object as readonly TestSpecification[])
    summary.onTestRunEnd(modules, errors, 'passed')
    return lines.join('\n')
  }
  const modules = [aModule('apps/links.test.ts', 3, ['passed', 'failed']), aModule('apps/stores.test.ts', 12, ['flaky', 'skipped'])]

  expect(run('run', modules)).toBe(`2 files of tests. This command has not run to its end here yet.

The slowest files:
    12 s  apps/stores.test.ts
     3 s  apps/links.test.ts

FAILED  apps/links.test.ts > links > is failed: expected 2 to be 3
FAILED, then passed when repeated  apps/stores.test.ts > links > is flaky: expected 2 to be 3
2 passed, 1 failed`)
  expect(run('run', modules)).toContain('2 files of tests. It took 0 s here the last time.')
  expect(run('run links', modules)).toContain('has not run to its end here yet')

  const resultsFile = join(folder, 'results.txt')
  expect(run('run links', modules, resultsFile)).toMatch(/\n2 passed, 1 failed$/)
  expect(run('run stores', modules, resultsFile)).toMatch(/\n(FAILED.*\n){4}4 passed, 2 failed$/)

  const error = Object.assign(new Error('connection lost'), { VITEST_TEST_PATH: join(import.meta.dirname, '..', 'apps/links.test.ts') })
  expect(run('run', [], undefined, [error])).toContain('FAILED  apps/links.test.ts, outside of a test: connection lost\n0 passed, 1 failed')
})
