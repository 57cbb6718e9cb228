import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { createUserEnvironment, findBinaries, findUnprivilegedCommand, linkLibraries } from './postgres-program.ts'

const owner = 'linkshelf'

/** A PostgreSQL cluster in a directory: how to run its server, and the URL of the running server. */
export interface EmbeddedPostgres {
  /**
   * Starts the server on a loopback port. The process is the postmaster itself. SIGINT stops it cleanly (its "fast
   * shutdown").
   */
  spawn(port: number, settings?: Record<string, string>): ChildProcess
  url(port: number, database?: string): string
}

/**
 * Creates the cluster if there is none, and stops a server that an earlier start left running on it. If this process is
 * root, the directory is given to `nobody`, and the server runs as that user.
 */
export async function openEmbeddedPostgres(directory: string): Promise<EmbeddedPostgres> {
  const binaries = findBinaries()
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const libraries = await linkLibraries(binaries, join(directory, 'lib'))
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LD_LIBRARY_PATH: libraries, LC_ALL: 'C', TZ: 'UTC' }
  const runAs = await findUnprivilegedCommand(directory, binaries, env)
  const cluster = join(directory, 'cluster')

  const deadServer = await stopOrphanedPostgres(cluster)
  // Another process may by now have the process id of a killed server. PostgreSQL takes this process for the killed
  // server and does not start, unless the process is one of its ancestors. In a container, the same ids come back at
  // each start. This variable makes PostgreSQL treat the id as an ancestor's.
  const serverEnv = deadServer === undefined ? env : { ...env, PG_GRANDPARENT_PID: String(deadServer) }
  const password = await ensureCluster({ directory, cluster, initdb: join(binaries, 'bin', 'initdb'), runAs, env })

  return {
    spawn(port, settings = {}) {
      const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', jit: 'off', ...settings }
      const args = ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
      const [file = '', ...rest] = [...runAs, join(binaries, 'bin', 'postgres'), ...args]
      // Detached: a Ctrl-C in the terminal must not end the server before the processes that still write to it.
      return spawn(file, rest, { env: serverEnv, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    },
    url: (port, database = 'postgres') => `postgres://${owner}:${password}@127.0.0.1:${port}/${database}`,
  }
}

/**
 * Resolves when the server answers a query. Rejects with the last error if the server has not answered after
 * `timeoutMs`.
 */
export async function waitForPostgres(url: string, timeoutMs: number): Promise<void> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined) // The query rejects too. Without this listener, the event would end the process.
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await sleep(25)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Resolves when everything that was written to the server until now is in its data files. */
export async function writeCheckpoint(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined) // Without this listener, an early end of the server would end this process.
  try {
    await client.connect()
    await client.query('checkpoint')
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface ClusterOptions {
  directory: string
  cluster: string
  initdb: string
  runAs: string[]
  env: Record<string, string>
}

/**
 * Creates the cluster under a temporary name and renames it, so that a kill leaves no half-made cluster. Returns the
 * owner's password.
 */
async function ensureCluster({ directory, cluster, initdb, runAs, env }: ClusterOptions): Promise<string> {
  const passwordFile = join(directory, 'password')
  if (existsSync(cluster)) return (await readFile(passwordFile, 'utf8')).trim()

  const unfinished = join(directory, 'cluster.new')
  await rm(unfinished, { recursive: true, force: true })
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  const { uid, gid } = await stat(directory)
  await chown(passwordFile, uid, gid)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const [file = '', ...args] = [
    ...runAs,
    initdb,
    '-D',
    unfinished,
    '-U',
    owner,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    ...locale,
  ]
  const result = spawnSync(file, args, { env: { ...env, ...(await createUserEnvironment(directory)) }, cwd: '/', encoding: 'utf8' })
  if (result.status !== 0)
    throw new StartError(`PostgreSQL could not create its data in ${directory}: ${(result.stderr || String(result.error)).trim()}`)
  await rename(unfinished, cluster)
  return password
}

/**
 * Stops the server that a killed supervisor left running on the cluster. Sends SIGINT (fast shutdown), and after 10
 * seconds SIGQUIT (immediate shutdown, which recovers at the next start). Throws a StartError if the server still runs.
 * Returns the process id in the server's file, or undefined if there is no file. Another process may have this id by
 * now.
 */
async function stopOrphanedPostgres(cluster: string): Promise<number | undefined> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  for (const [signal, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!(await isClusterServer(pid, cluster))) return pid
    process.kill(pid, signal)
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(20)) {
      if (!(await isClusterServer(pid, cluster))) return pid
    }
  }
  throw new StartError(`An earlier PostgreSQL (process ${pid}) still runs on ${cluster} and does not stop. Stop it and start again.`)
}

/**
 * Returns whether a process is the server of the cluster. Process ids are reused, so the command line of the process
 * has to name the cluster.
 */
async function isClusterServer(pid: number, cluster: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster)
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.split('\0').includes(cluster)
}
