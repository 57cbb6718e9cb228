import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instance } from '../../harness/run-linkshelf.ts'

const parts = ['edge', 'jobs', 'ship', 'engine', 'api', 'supervisor'] as const

/**
 * Returns the resident megabytes of each process. The value for PostgreSQL is the sum over its processes, with shared
 * memory counted once.
 */
export async function measureMemory(instance: Instance): Promise<Record<string, number>> {
  const pids = await instance.processes()
  const own = await Promise.all(parts.map(async (part) => [part, await readResidentMegabytes(pids[part] ?? 0)] as const))
  return { ...Object.fromEntries(own), PostgreSQL: await readPostgresMegabytes(instance.dataFolder) }
}

async function readResidentMegabytes(pid: number): Promise<number> {
  return parseMegabytes(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''), 'VmRSS')
}

async function readPostgresMegabytes(dataFolder: string): Promise<number> {
  const [postmaster] = (await readFile(join(dataFolder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  const children = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ')
  // A process can end after the children were listed, so an unreadable file is ignored.
  const rollups = [postmaster, ...children].map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''))
  return (await Promise.all(rollups)).reduce((sum, rollup) => sum + parseMegabytes(rollup, 'Pss'), 0)
}

function parseMegabytes(listing: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(listing)?.[1] ?? 0) / 1_024
}
