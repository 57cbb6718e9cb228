import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSpecification } from 'vitest/node'
import { addTestResults } from './test-results.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const progressIntervalMs = 30_000
const listedFiles = 10

interface TestSummaryOptions {
  /** The arguments of Vitest. Runs with the same arguments take about the same time. */
  command?: string
  /** The file with the duration in seconds of each command's last complete run on this machine. */
  durationsFile?: string
  /** The file with the results of earlier runs. The end of the output includes these results. */
  resultsFile?: string | undefined
  print?(line: string): void
}

/**
 * A reporter that prints the progress of a run. At the start, it prints how long the same command took the last time.
 * Every half minute, it prints what is running. At the end, it prints the slowest files, the tests that failed, and a
 * line with the number of passed and failed tests. Both include the tests of earlier commands of the same check.
 */
export default class TestSummary implements Reporter {
  #options: Required<Omit<TestSummaryOptions, 'resultsFile'>> & Pick<TestSummaryOptions, 'resultsFile'>
  #startedAtMs = 0
  #fileCount = 0
  #endedCount = 0
  #running = new Set<string>()
  #progress: NodeJS.Timeout | undefined

  constructor(options: TestSummaryOptions = {}) {
    this.#options = {
      command: process.argv.slice(2).join(' '),
      durationsFile: join(root, 'node_modules', '.cache', 'linkshelf', 'test-durations.json'),
      print: (line) => process.stdout.write(`${line}\n`),
      ...options,
    }
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const { command, durationsFile, print } = this.#options
    this.#startedAtMs = Date.now()
    this.#fileCount = specifications.length
    const lastSeconds = readDurations(durationsFile)[command]
    const expected =
      lastSeconds === undefined
        ? 'This command has not run to its end here yet'
        : `It took ${formatDuration(lastSeconds)} here the last time`
    print(`${this.#fileCount} files of tests. ${expected}.`)
    this.#progress = setInterval(() => this.#printProgress(), progressIntervalMs)
    this.#progress.unref()
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#running.add(toPath(moduleId))
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(toPath(moduleId))
    this.#endedCount += 1
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const { command, resultsFile, durationsFile, print } = this.#options
    clearInterval(this.#progress)
    if (reason !== 'interrupted') writeDuration(durationsFile, command, this.#elapsedSeconds())
    if (modules.length > 1) print(`\nThe slowest files:\n${listSlowest(modules).join('\n')}`)
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const passed = tests.filter((test) => test.result().state === 'passed').length
    const failed = tests.filter((test) => test.result().state === 'failed').length
    const brokenModules = modules.filter((module) => module.errors().length > 0)
    const failures = [
      ...tests.flatMap(describeFailure),
      ...brokenModules.map((module) => `FAILED  ${toPath(module.moduleId)}: ${toLine(module.errors()[0])}`),
      ...errors.map((error) => `FAILED  ${toPlace(error)}: ${toLine(error)}`),
    ]
    const allFailed = failed + brokenModules.length + errors.length
    print(`\n${addTestResults({ passed, failed: allFailed, failures }, resultsFile)}`)
  }

  #printProgress(): void {
    const running = [...this.#running].join(', ')
    this.#options.print(
      `${formatDuration(this.#elapsedSeconds())}: ${this.#endedCount} of ${this.#fileCount} files have run${running && `, now ${running}`}.`,
    )
  }

  #elapsedSeconds(): number {
    return Math.round((Date.now() - this.#startedAtMs) / 1_000)
  }
}

function describeFailure(test: TestCase): string[] {
  const { state, errors } = test.result()
  const isFlaky = test.diagnostic()?.flaky === true
  if (state !== 'failed' && !isFlaky) return []
  const outcome = isFlaky ? 'FAILED, then passed when repeated' : 'FAILED'
  return [`${outcome}  ${toPath(test.module.moduleId)} > ${test.fullName}: ${toLine(errors?.[0])}`]
}

/** Names the file whose process caused an error outside of a test. */
function toPlace(error: unknown): string {
  const path = error instanceof Object && 'VITEST_TEST_PATH' in error ? error.VITEST_TEST_PATH : undefined
  return typeof path === 'string' ? `${toPath(path)}, outside of a test` : 'outside of a test'
}

/** The first line of an error's message, up to 300 characters. */
function toLine(error: unknown): string {
  const message = error instanceof Object && 'message' in error ? String(error.message) : String(error)
  return (stripVTControlCharacters(message).split('\n')[0] ?? '').slice(0, 300)
}

function listSlowest(modules: readonly TestModule[]): string[] {
  const files = modules.map((module) => {
    const { collectDuration, duration } = module.diagnostic()
    return { path: toPath(module.moduleId), seconds: Math.round((collectDuration + duration) / 1_000) }
  })
  const slowest = files.toSorted((left, right) => right.seconds - left.seconds).slice(0, listedFiles)
  return slowest.map(({ path, seconds }) => `${String(seconds).padStart(6)} s  ${path}`)
}

function readDurations(file: string): Record<string, number> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function writeDuration(file: string, command: string, seconds: number): void {
  mkdirSync(dirname(file), { recursive: true })
  // Written to a new file first, so that the file is complete even if the run is killed now. Runs can end at the same
  // time, so each has its own new file.
  const newFile = `${file}.${process.pid}`
  writeFileSync(newFile, JSON.stringify({ ...readDurations(file), [command]: seconds }))
  renameSync(newFile, file)
}

function formatDuration(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function toPath(moduleId: string): string {
  return relative(root, moduleId)
}
