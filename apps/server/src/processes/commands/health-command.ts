import type { PartName } from '@linkshelf/contract'
import { z } from 'zod'
import type { BackupStatus } from '../../backups/migrate.ts'
import type { Config } from '../../config.ts'
import { formatBuildInfo } from '../../platform/build-info.ts'
import { formatBytes } from '../../platform/format-bytes.ts'
import { toLocalUrl } from '../../platform/http/listen.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { findStores } from '../stores.ts'

const processNames = ['api', 'edge'] as const
type ProcessName = (typeof processNames)[number]

/** The parts that this command does not check itself. Their status comes from the api. */
const databases: readonly PartName[] = ['database', 'analytics']

/**
 * Processes of earlier releases send no version. The contract declares these schemas too, but loading the contract
 * takes longer than the whole command.
 */
const healthBody = z.object({ status: z.string(), version: z.string().optional(), commit: z.string().default('unknown') })
const statusBody = z.object({ parts: z.array(z.object({ name: z.string(), status: z.string() })) })

interface Health {
  isUp: boolean
  /**
   * If the process is down, this is the reason. If it is up, this is its version and commit, and the state that it
   * reports unless the state is `ok`.
   */
  note: string
}

/** A busy process answers late. A check that waited longer would overlap with the next check. */
const timeoutMs = 5_000

/**
 * Prints a line for each part of the instance that runs with this configuration. The lines of processes contain the
 * version that the process runs, which differs from the installed files until a restart. The exit code is 1 if the api
 * or the edge does not answer. If `args` name processes, only these are checked. A database that is down is printed,
 * but does not change the exit code: the edge redirects without databases, and a supervisor that restarted the instance
 * would interrupt the edge. The same applies to a failed back-up.
 */
export async function runHealth(config: Config, _log: Log, args: string[]): Promise<void> {
  const names = args.length === 0 ? processNames : args.map(toProcessName)
  const urls = { api: toLocalUrl(config.host, config.port), edge: toLocalUrl(config.host, config.linksPort) }
  for (const name of names) {
    const { isUp, note } = await checkHealth(urls[name])
    printPart(name, isUp ? 'up' : 'down', `${urls[name]}  ${note}`)
    if (!isUp) process.exitCode = 1
  }
  if (!names.includes('api')) return
  const [statuses, stored] = await Promise.all([findStatuses(urls.api), findStoredStatus(config)])
  for (const name of databases) printPart(name, statuses.get(name) ?? 'unknown')
  const backup = describeBackups(config, stored?.backups)
  printPart('backup', backup.status, backup.note)
  if (stored?.isPaused) printPart('instance', 'paused', 'restored from a back-up; `linkshelf resume` ends the pause')
}

function toProcessName(arg: string): ProcessName {
  const name = processNames.find((known) => known === arg)
  if (name === undefined) throw new StartError(`Usage: linkshelf health [api] [edge]\nUnexpected: ${arg}.`)
  return name
}

async function checkHealth(url: string): Promise<Health> {
  try {
    const response = await fetchFrom(`${url}/healthz`)
    const { status, version, commit } = healthBody.parse(await response.json())
    const running = version === undefined ? 'version unknown' : formatBuildInfo({ version, commit })
    return { isUp: response.ok, note: status === 'ok' ? running : `${running}  ${status}` }
  } catch (error) {
    return { isUp: false, note: toReason(error) }
  }
}

/** Returns the status of each part as the api sees it. Empty if the api does not answer. */
async function findStatuses(apiUrl: string): Promise<Map<string, string>> {
  try {
    const { parts } = statusBody.parse(await (await fetchFrom(`${apiUrl}/v1/public/status`)).json())
    return new Map(parts.map(({ name, status }) => [name, status]))
  } catch {
    return new Map()
  }
}

/** Describes the newest back-up and check, as the database records them. */
function describeBackups({ backups: { target } }: Config, status: BackupStatus | undefined): { status: string; note: string } {
  if (status === undefined) return { status: 'unknown', note: '' }
  const { newest, error, check } = status
  if (newest === undefined && error === undefined)
    return target === undefined ? { status: 'off', note: '' } : { status: 'none', note: `in ${target}` }
  const notes = [
    newest === undefined ? 'none is complete' : `${formatMinute(newest.finishedAt)}  ${formatBytes(newest.bytes)}`,
    ...(target === undefined ? [] : [`in ${target}`]),
    ...(check === undefined
      ? []
      : [`${check.error === undefined ? 'restored as a check' : 'check failed'} ${formatMinute(check.finishedAt)}`]),
    ...[error, check?.error].filter((reason) => reason !== undefined),
  ]
  return { status: error === undefined && check?.error === undefined ? 'ok' : 'failed', note: notes.join('  ') }
}

interface StoredStatus {
  backups: BackupStatus | undefined
  /** Whether the instance was restored from a back-up and has not been resumed. */
  isPaused: boolean
}

/**
 * Reads the database of the instance that runs on this data folder, or else the database of the configuration. Returns
 * undefined if it can't be read.
 */
async function findStoredStatus(config: Config): Promise<StoredStatus | undefined> {
  const databaseUrl = (await findStores(config.dataFolder))?.databaseUrl ?? config.databaseAccounts.api ?? config.databaseUrl
  if (databaseUrl === undefined) return undefined
  // Imported here because the driver of the database takes longer to load than the rest of this command.
  const { findBackupStatusIfMigrated, isDatabasePaused } = await import('../../backups/migrate.ts')
  const { withConnection } = await import('../../platform/postgres/with-connection.ts')
  const read = withConnection(databaseUrl, async (client) => ({
    backups: await findBackupStatusIfMigrated(client),
    isPaused: await isDatabasePaused(client),
  }))
  return withTimeout(timeoutMs, read).catch(() => undefined)
}

/** Returns, for example, `2026-11-29 03:17 UTC`. */
function formatMinute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function fetchFrom(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
}

/**
 * Returns the message of the error. `fetch` wraps the error of a connection, and only the wrapped error names the
 * address.
 */
function toReason(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

function printPart(name: string, status: string, note = ''): void {
  process.stdout.write(`${`${name.padEnd(10)} ${status.padEnd(8)} ${note}`.trimEnd()}\n`)
}
