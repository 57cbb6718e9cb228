import { rmSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { identifyProcess, isAlive } from './process-identity.ts'

/**
 * Returns a new folder that is removed when the process exits. A killed process leaves its folder, so folders of
 * processes that have ended are removed first. Names of folders begin with `prefix`.
 */
export async function makeTemporaryFolder(parent: string, prefix: string): Promise<string> {
  await removeAbandoned(parent, prefix)
  const { pid, bornAt } = await identifyProcess(process.pid)
  const made = await mkdtemp(join(parent, `${prefix}-${pid}-${bornAt}-`))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}

async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid, bornAt = ''] = name.startsWith(`${prefix}-`) ? (/^-(\d+)-(\d*)-\w+$/.exec(name.slice(prefix.length)) ?? []) : []
    if (pid === undefined || (await isAlive({ pid: Number(pid), bornAt }))) continue
    // An error is ignored, because another process may remove the folder too, and a folder of another user can't be
    // removed.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  }
}
