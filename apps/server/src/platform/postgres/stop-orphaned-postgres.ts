import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../process/start-error.ts'

/**
 * Stops the server that a killed supervisor left running on the cluster: by a fast shutdown (SIGINT), and by an
 * immediate one (SIGQUIT, which recovers at the next start) after 10 seconds. Throws a StartError when it still runs.
 * Returns the process id in the file of a server that was killed, which another process may have by now; undefined
 * without such a file.
 */
export async function stopOrphanedPostgres(cluster: string): Promise<number | undefined> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  for (const [signal, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!(await isServerOf(pid, cluster))) return pid
    process.kill(pid, signal)
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(20)) {
      if (!(await isServerOf(pid, cluster))) return pid
    }
  }
  throw new StartError(`An earlier PostgreSQL (process ${pid}) still runs on ${cluster} and does not stop. Stop it and start again.`)
}

/** Process ids are reused: only a process whose command line names the cluster is its server. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster)
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.split('\0').includes(cluster)
}
