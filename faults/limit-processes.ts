// Lowers the limits of running processes, see prlimit(1). This needs no root, if the processes have the same user.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { hasCode } from '../apps/server/src/clicks/journal/journal-files.ts'

export type Limit = 'nofile' | 'as'

/** Returns a sentence that says why this machine can't lower limits. Returns undefined if it can. */
export function findMissingLimits(): string | undefined {
  return spawnSync('prlimit', ['--version']).status === 0 ? undefined : 'No limit of a process is lowered: that needs prlimit.'
}

/**
 * Lowers the limit so far that the process can open no more files or can get no more memory. Does nothing if the
 * process has ended.
 */
export function lowerLimit(pid: number, limit: Limit): void {
  try {
    setSoftLimit(pid, limit, limit === 'nofile' ? countOpenFiles(pid) : readMemoryBytes(pid))
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'ESRCH')) throw error
  }
}

/** Raises the soft limit to the hard limit. Does nothing if the process has ended. */
export function raiseLimit(pid: number, limit: Limit): void {
  try {
    setSoftLimit(pid, limit, readHardLimit(pid, limit))
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'ESRCH')) throw error
  }
}

/** Returns the process and its children. PostgreSQL has a child for each connection. */
export function listWithChildren(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return [pid, ...rows.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))]
}

function setSoftLimit(pid: number, limit: Limit, value: number | string): void {
  prlimit(pid, `--${limit}=${value}:`)
}

function readHardLimit(pid: number, limit: Limit): string {
  return prlimit(pid, `--${limit}`, '--output=HARD', '--noheadings', '--raw').trim()
}

/**
 * Runs prlimit as the user of the process, because root without CAP_SYS_RESOURCE may not change the limits of another
 * user's process. Throws ENOENT or ESRCH if the process has ended.
 */
function prlimit(pid: number, ...args: string[]): string {
  const { uid, gid } = statSync(`/proc/${pid}`)
  const { status, stdout, stderr } = spawnSync('prlimit', ['--pid', String(pid), ...args], { uid, gid, cwd: '/', encoding: 'utf8' })
  if (status === 0) return stdout
  if (stderr.includes('No such process')) throw Object.assign(new Error(stderr), { code: 'ESRCH' })
  throw new Error(`prlimit failed: ${stderr}`)
}

function countOpenFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** Returns the size of the address space, which includes memory that is reserved and not used. */
function readMemoryBytes(pid: number): number {
  return Number(/^VmSize:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
}
