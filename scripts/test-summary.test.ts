import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { TestModule, TestSpecification } from 'vitest/node'
import TestSummary from '../harness/vitest/test-summary.ts'

function aModule(path: string, seconds: number, states: readonly string[]): TestModule {
  return {
    moduleId: join(import.meta.dirname, '..', path),
    diagnostic: () => ({ collectDuration: 0, duration: seconds * 1_000 }),
    errors: () => [],
    children: { allTests: () => states.map((state) => ({ result: () => ({ state }) })) },
  } as object as TestModule
}

it('prints the duration of the previous run, the slowest files, and how many tests passed and failed', async () => {
  vi.stubEnv('TEST_COUNTS_FILE', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-test-summary-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const run = (command: string, modules: readonly TestModule[], countsFile?: string) => {
    const lines: string[] = []
    const durationsFile = join(folder, 'cache', 'durations.json')
    const summary = new TestSummary({ command, countsFile, durationsFile, print: (line) => lines.push(line) })
    summary.onTestRunStart(modules as object as readonly TestSpecification[])
    summary.onTestRunEnd(modules, [], 'passed')
    return lines.join('\n')
  }
  const modules = [aModule('apps/links.test.ts', 3, ['passed', 'failed']), aModule('apps/stores.test.ts', 12, ['passed', 'skipped'])]

  expect(run('run', modules)).toBe(`2 files of tests. This command has not run to its end here yet.

The slowest files:
    12 s  apps/stores.test.ts
     3 s  apps/links.test.ts

2 passed, 1 failed`)
  expect(run('run', modules)).toContain('2 files of tests. It took 0 s here the last time.')
  expect(run('run links', modules)).toContain('has not run to its end here yet')

  const countsFile = join(folder, 'counts.json')
  expect(run('run links', modules, countsFile)).toMatch(/\n2 passed, 1 failed$/)
  expect(run('run stores', modules, countsFile)).toMatch(/\n4 passed, 2 failed$/)
})
