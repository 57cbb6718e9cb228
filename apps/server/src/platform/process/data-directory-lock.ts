import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { takeFileLock } from './file-lock.ts'
import { StartError } from './start-error.ts'

const claimNote = z.object({
  pid: z.number(),
  bornAt: z.string(),
  children: z.record(z.string(), z.object({ pid: z.number(), bornAt: z.string() })),
  addresses: z.record(z.string(), z.string()),
})
type ClaimNote = z.infer<typeof claimNote>

const noteName = 'running.json'

export interface DataDirectoryLock {
  /** Notes a child, so that a later start can end it if this process is killed before it could. */
  noteChild(name: string, pid: number): void
  /** Notes where the parts can be reached, secrets included: the note is readable by its owner alone. */
  noteAddresses(addresses: Record<string, string>): void
  release(): void
}

/** The addresses noted by the process that works on the folder; undefined when none does. */
export async function findAddresses(folder: string): Promise<Record<string, string> | undefined> {
  const note = readNote(join(folder, noteName))
  return note && (await isAlive(note)) ? note.addresses : undefined
}

/**
 * Makes this process the only one that works on the folder. Refuses while another lives (the kernel knows: it holds the lock); one that was
 * killed has its surviving children ended. A process is told from a later one with the same number by the moment it was born.
 */
export async function lockDataDirectory(folder: string): Promise<DataDirectoryLock> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    writeFileSync(join(folder, '.writable'), '')
    rmSync(join(folder, '.writable'))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The data folder ${folder} can't be written (${why}). Make it writable, or choose another with LINKSHELF_DATA.`, {
      cause,
    })
  }
  const file = join(folder, noteName)
  const lock = takeFileLock(join(folder, 'running.lock'))
  const earlier = readNote(file)
  if (lock === undefined) {
    const who = earlier === undefined ? '' : ` (process ${earlier.pid})`
    throw new StartError(`Linkshelf already runs on ${folder}${who}. Stop it first, or choose another folder with LINKSHELF_DATA.`)
  }
  if (earlier) await endOrphans(Object.values(earlier.children))

  const note: ClaimNote = { pid: process.pid, bornAt: await bornAt(process.pid), children: {}, addresses: {} }
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  write()
  return {
    noteChild(name, pid) {
      void bornAt(pid).then((born) => {
        note.children[name] = { pid, bornAt: born }
        write()
      })
    },
    noteAddresses(addresses) {
      note.addresses = addresses
      write()
    },
    release() {
      rmSync(file, { force: true })
      lock.release()
    },
  }
}

function readNote(file: string): ClaimNote | undefined {
  try {
    return claimNote.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined // none, or half-written by a start that was killed before it had any child
  }
}

async function endOrphans(orphans: { pid: number; bornAt: string }[]): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGTERM', 6_000],
    ['SIGKILL', 2_000],
  ] as const) {
    for (const orphan of orphans) if (await isAlive(orphan)) process.kill(orphan.pid, signal)
    for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(25)) {
      const alive = await Promise.all(orphans.map(isAlive))
      if (!alive.includes(true)) return
    }
  }
}

async function isAlive({ pid, bornAt: born }: { pid: number; bornAt: string }): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return (await bornAt(pid)) === born
}

/** The kernel's start time of a process, in clock ticks since boot (field 22 of proc(5)'s stat); empty where there is no /proc. */
async function bornAt(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // A zombie has ended: it only waits to be counted.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' ? 'ended' : (rest[18] ?? '')
}
