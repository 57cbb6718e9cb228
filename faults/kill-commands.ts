// Kills `linkshelf backup` and `linkshelf restore` at a random instant, then runs them again.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runUntilExit, startCommand } from '../harness/run-linkshelf.ts'
import type { Harness } from './harness.ts'
import type { SeededRandom } from './seeded-random.ts'
import { queryClickHouse } from './stored-marks.ts'

/** A back-up deletes the files of a killed back-up only if they are older than twelve hours. */
const killedAgoMs = 13 * 3_600_000

/**
 * Kills a back-up. The next back-up must succeed. If it runs hours later, it must leave nothing of the killed back-up.
 */
export async function killBackup(harness: Harness, random: SeededRandom): Promise<void> {
  await using target = await openTemporaryFolder('linkshelf-backups-')
  while (!(await killCommand(harness, random, toCommandEnvironment(harness), ['backup', target.path])));
  await makeOlder(target.path, killedAgoMs)
  const { folder } = await createCompleteBackup(harness, target.path)
  const others = (await readdir(target.path)).filter((name) => join(target.path, name) !== folder)
  if (others.length > 0) harness.violations.push(`A killed back-up left ${others}`)
  const frozen = await queryClickHouse<{ name: string }>(
    harness.instance.dataFolder,
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND endsWith(name, '_frozen')",
    {},
  )
  if (frozen.length > 0) harness.violations.push(`A killed back-up left the tables ${frozen.map(({ name }) => name)}`)
}

/** Kills a restore into another data folder. The repeated restore must have the counts of the back-up. */
export async function killRestore(harness: Harness, random: SeededRandom): Promise<void> {
  await using target = await openTemporaryFolder('linkshelf-backups-')
  await using restored = await openTemporaryFolder('linkshelf-restored-')
  const backup = await createCompleteBackup(harness, target.path)
  const environment = { ...toCommandEnvironment(harness), LINKSHELF_DATA: restored.path }
  while (!(await killCommand(harness, random, environment, ['restore', backup.folder])))
    await rm(restored.path, { recursive: true, force: true })
  const { code, output } = await runAndMeasure(harness, environment, ['restore', backup.folder])
  if (code !== 0) harness.violations.push(`A restore after a killed restore ended with ${code}: ${output}`)
  else if (readCounts(output) !== backup.counts)
    harness.violations.push(`A restore after a killed restore has other counts than the back-up: ${output}`)
  const left = ['running.json', join('postgres', 'cluster', 'postmaster.pid')].filter((name) => existsSync(join(restored.path, name)))
  if (left.length > 0) harness.violations.push(`A restore after a killed restore left ${left}`)
}

async function createCompleteBackup(harness: Harness, target: string): Promise<{ folder: string; counts: string }> {
  const { code, output } = await runAndMeasure(harness, toCommandEnvironment(harness), ['backup', target])
  const folder = /The back-up is in (.+)/.exec(output)?.[1]
  if (code !== 0 || folder === undefined) throw new Error(`A back-up ended with ${code}: ${output}`)
  return { folder, counts: readCounts(output) }
}

/**
 * Returns the settings of the instance, without its stepped clock: a back-up compares the time with the times of files,
 * which are real.
 */
function toCommandEnvironment({ instance, clock }: Harness): Record<string, string> {
  const ofClock = new Set(typeof clock === 'string' ? [] : Object.keys(clock.environment))
  return Object.fromEntries(Object.entries(instance.environment).filter(([name]) => !ofClock.has(name)))
}

/** Makes the files of a folder look as if they were written this long ago. */
async function makeOlder(folder: string, byMs: number): Promise<void> {
  const time = new Date(Date.now() - byMs)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await utimes(join(entry.parentPath, entry.name), time, time)
}

/** Returns the lines of the output of `backup` or `restore` that say how many rows were copied. */
function readCounts(output: string): string {
  return output
    .split('\n')
    .filter((line) => /^(PostgreSQL|ClickHouse): /.test(line))
    .join('\n')
}

type CommandArguments = [command: 'backup' | 'restore', argument: string]

/** Runs the command until it ends, and records how long it took. */
async function runAndMeasure({ durationsMs }: Harness, environment: Record<string, string>, args: CommandArguments) {
  const startedAt = performance.now()
  const result = await runUntilExit(environment, ...args)
  durationsMs.set(args[0], performance.now() - startedAt)
  return result
}

/** The time in milliseconds within which a command is killed if its duration is not known yet. */
const firstDurationMs = 3_000

/**
 * Starts the command and kills it at a random instant within the time that its last complete run took. Returns false if
 * the command has ended by then.
 */
async function killCommand(
  { durationsMs }: Harness,
  random: SeededRandom,
  environment: Record<string, string>,
  args: CommandArguments,
): Promise<boolean> {
  const running = startCommand(environment, ...args)
  const hasEnded = await Promise.race([
    running.ended.then(() => true),
    sleep(random.between(0, durationsMs.get(args[0]) ?? firstDurationMs)).then(() => false),
  ])
  if (!hasEnded) await running.kill()
  return !hasEnded
}

async function openTemporaryFolder(prefix: string): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) }
}
