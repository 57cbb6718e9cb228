// `node harness/breaks/run-breaks.ts results.jsonl` applies each break to this checkout, runs the tests that concern it
// and restores the file. It appends one JSON line for each break, and skips breaks that the file already has.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { type Break, breaks } from './breaks.ts'
import { findConcernedTests } from './concerned-tests.ts'

/** One run of Vitest. `isBuilt` says whether the tests need a built dashboard, and built packages. */
interface Stage {
  name: 'importers' | 'module' | 'scenes' | 'journeys'
  args: string[]
  isBuilt: boolean
}

interface Failure {
  test: string
  file: string
  message: string
}

type Outcome = { result: 'failed' | 'timeout' | 'error'; failures: Failure[] } | { result: 'passed' }

const failuresMax = 5

/** A busy machine takes longer than the limits of the tests. */
const timeoutMs = 300_000

/** Messages of Vitest and Playwright about a test that was too slow: a busy machine causes them too. */
const timeoutMessage = /(?:Test|Hook) timed out in \d+ms|Timeout \d+ms exceeded|Timeout waiting for/

const root = resolve(import.meta.dirname, '../..')
const [resultsFile] = process.argv.slice(2)
if (resultsFile === undefined) throw new Error('Name the file of the results')

/** The broken file and its original text, while a break is applied. */
let broken: { path: string; original: string } | undefined
let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
process.on('exit', restore)

const changed = execFileSync('git', ['status', '--porcelain', 'apps', 'packages'], { cwd: root, encoding: 'utf8' })
if (changed !== '') throw new Error(`Commit or undo these changes first:\n${changed}`)

const finished = new Set(existsSync(resultsFile) ? readLines(resultsFile).map((line): unknown => JSON.parse(line).id) : [])
for (const each of breaks) {
  if (finished.has(each.id)) continue
  const startMs = Date.now()
  const result = await runBreak(each)
  appendFileSync(resultsFile, `${JSON.stringify({ id: each.id, ...result, seconds: Math.round((Date.now() - startMs) / 1_000) })}\n`)
}

async function runBreak(each: Break): Promise<object> {
  const edit = [each, ...(each.orIn ?? [])].find(isApplicable)
  if (edit === undefined) return { result: 'not applicable' }
  const path = join(root, edit.file)
  const original = readFileSync(path, 'utf8')
  const stages = stagesOf(each, edit.file)
  broken = { path, original }
  let timedOut: object | undefined
  try {
    writeFileSync(
      path,
      original.replace(edit.find, () => edit.replace),
    )
    for (const stage of stages) {
      const outcome = await runStage(stage)
      if (outcome.result === 'timeout') timedOut = { ...outcome, stage: stage.name }
      else if (outcome.result !== 'passed') return { ...outcome, stage: stage.name }
    }
  } finally {
    restore()
  }
  return timedOut ?? { result: 'survived', stages: stages.map(({ name }) => name) }
}

function isApplicable({ file, find }: { file: string; find: string }): boolean {
  const path = join(root, file)
  return existsSync(path) && readFileSync(path, 'utf8').split(find).length === 2
}

/** The fewest tests come first, since the first failure ends the run of a break. */
function stagesOf({ tests = [], scenes = [], isOnStorePages, journeys = [] }: Break, file: string): Stage[] {
  const { importers, ofModule } = findConcernedTests(root, file)
  const others = [...ofModule.filter((path) => !importers.includes(path)), ...tests.filter((path) => existsSync(join(root, path)))]
  const units = ['server', 'web', 'contract', 'retailers', 'storefront', 'client'].flatMap((name) => ['--project', name])
  const isBuilt = file.startsWith('packages/')
  const screens = ['--project', 'scenes', 'apps/web/scenes/scenes.test.ts', '-t', `^(?:${scenes.join('|')}):`]
  const stages: (Stage | false)[] = [
    importers.length > 0 && { name: 'importers', args: [...units, ...importers], isBuilt },
    others.length > 0 && { name: 'module', args: [...units, ...others], isBuilt },
    scenes.length > 0 && { name: 'scenes', args: screens, isBuilt: true },
    isOnStorePages === true && { name: 'scenes', args: ['--project', 'scenes', 'apps/web/scenes/store-pages.test.ts'], isBuilt: true },
    journeys.length > 0 && {
      name: 'journeys',
      args: ['--project', 'e2e', ...journeys.map((journey) => `e2e/${journey}.e2e.ts`)],
      isBuilt: true,
    },
  ]
  return stages.filter((stage) => stage !== false)
}

/** Runs a stage, and runs what failed again: it has to fail twice, since a busy machine makes tests fail too. */
async function runStage(stage: Stage): Promise<Outcome> {
  const outcome = await runVitest(stage)
  if (outcome.result === 'passed' || outcome.result === 'error') return outcome
  if (outcome.result === 'timeout') return runVitest(stage)
  const files = new Set(outcome.failures.map(({ file }) => file))
  const filter = stage.args.filter((arg) => !arg.includes('/'))
  const again = await runVitest({ ...stage, args: [...filter, ...files] })
  return again.result === 'passed' ? runVitest(stage) : again
}

async function runVitest({ args, isBuilt }: Stage): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'breaks-'))
  const report = join(folder, 'report.json')
  const options = [...args, '--testTimeout', String(timeoutMs), '--bail', '1', '--reporter', 'json', '--outputFile', report]
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...options]
  try {
    const output = await runNode(isBuilt ? [join(root, 'scripts/run.mjs'), 'test', ...options] : vitest)
    if (!existsSync(report)) return { result: 'error', failures: [{ test: 'none', file: '', message: output.slice(-500) }] }
    return toOutcome(JSON.parse(readFileSync(report, 'utf8')), output)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Resolves with the output, whatever the exit code. The process has a group of its own, which `stop` ends. */
function runNode(args: string[]): Promise<string> {
  const { promise, resolve: resolveOutput } = Promise.withResolvers<string>()
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, PATH: path }, detached: true })
  running = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-10_000)))
  child.on('close', () => {
    running = undefined
    resolveOutput(output)
  })
  return promise
}

/** The part of Vitest's JSON report that is read. */
interface Report {
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

function toOutcome({ success, testResults }: Report, output: string): Outcome {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const file = name.replace(`${root}/`, '')
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that `--bail` ended has no message.
    if (failed.length === 0) return status === 'failed' && message !== '' ? [{ test: file, file, message: firstLine(message) }] : []
    return failed.map(({ fullName, failureMessages: [text = ''] }) => ({ test: fullName, file, message: firstLine(text) }))
  })
  if (failures.length > 0) {
    const isTimeout = failures.every((failure) => timeoutMessage.test(failure.message))
    return { result: isTimeout ? 'timeout' : 'failed', failures: failures.slice(0, failuresMax) }
  }
  if (success && testResults.length > 0) return { result: 'passed' }
  return { result: 'error', failures: [{ test: 'none', file: '', message: output.slice(-500) }] }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

function readLines(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}

function restore(): void {
  if (broken !== undefined) writeFileSync(broken.path, broken.original)
  broken = undefined
}

function stop(): void {
  restore()
  if (running?.pid !== undefined) process.kill(-running.pid, 'SIGTERM')
  process.exit(130)
}
