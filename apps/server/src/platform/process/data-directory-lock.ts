import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type FileLock, tryLockFile } from './file-lock.ts'
import { endProcesses, identifyProcess, isAlive } from './process-identity.ts'
import { StartError } from './start-error.ts'

const identity = z.object({ pid: z.number(), bornAt: z.string() })
const ownerRecord = identity.extend({
  children: z.record(z.string(), identity),
  addresses: z.unknown(),
})
type OwnerRecord = z.infer<typeof ownerRecord>

const recordName = 'running.json'

const retryMs = 500

/** If a process is killed while it starts a child, the lock is released only when the child runs its own program. */
const killedLockMs = 5_000
const lockPollMs = 50

export interface DataDirectoryLock {
  /**
   * Records a child, so that the next start can end it if this process is killed. If the record can't be written, for
   * example because the disk is full, tries again until it can.
   */
  recordChild(name: string, pid: number): void
  /** Records the addresses of the services, including secrets. Only the owner of the file can read it. */
  recordAddresses(addresses: object): void
  release(): void
}

/**
 * Returns the addresses that were recorded by the process that runs on the directory. Undefined if no process runs on
 * it.
 */
export async function findAddresses(directory: string): Promise<unknown> {
  const owner = readRecord(join(directory, recordName))
  return owner && (await isAlive(owner)) ? owner.addresses : undefined
}

/**
 * Makes this process the only process that runs on the directory, by locking a file. Throws a StartError if another
 * process has locked the file. If the previous process was killed, its children are ended first.
 */
export async function lockDataDirectory(directory: string): Promise<DataDirectoryLock> {
  ensureWritable(directory)
  const file = join(directory, recordName)
  const { lock, previous } = await lockUnlessAlive(directory)
  if (lock === undefined) {
    const owner = previous === undefined ? '' : ` (process ${previous.pid})`
    throw new StartError(`Linkshelf already runs on ${directory}${owner}. Stop it first, or choose another folder with LINKSHELF_DATA.`)
  }
  if (previous) await endProcesses(Object.values(previous.children))

  const record: OwnerRecord = { ...(await identifyProcess(process.pid)), children: {}, addresses: {} }
  writeRecord(file, record)
  let retry: NodeJS.Timeout | undefined

  function writePatiently(): void {
    clearTimeout(retry)
    try {
      writeRecord(file, record)
    } catch {
      retry = setTimeout(writePatiently, retryMs)
      retry.unref()
    }
  }

  return {
    recordChild(name, pid) {
      void identifyProcess(pid).then((child) => {
        record.children[name] = child
        writePatiently()
      })
    },
    recordAddresses(addresses) {
      record.addresses = addresses
      writeRecord(file, record)
    },
    release() {
      clearTimeout(retry)
      rmSync(file, { force: true })
      lock.release()
    },
  }
}

/** Locks the directory. Waits a moment for the lock if the process that had it was killed. */
async function lockUnlessAlive(directory: string): Promise<{ lock: FileLock | undefined; previous: OwnerRecord | undefined }> {
  const deadline = performance.now() + killedLockMs
  for (;;) {
    const lock = tryLockFile(join(directory, 'running.lock'))
    const previous = readRecord(join(directory, recordName))
    if (lock !== undefined || performance.now() >= deadline || (previous && (await isAlive(previous)))) return { lock, previous }
    await sleep(lockPollMs)
  }
}

function ensureWritable(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o755 })
    writeFileSync(join(directory, '.writable'), '')
    rmSync(join(directory, '.writable'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(
      `The data folder ${directory} can't be written (${reason}). Make it writable, or choose another with LINKSHELF_DATA.`,
      { cause },
    )
  }
}

function writeRecord(file: string, record: OwnerRecord): void {
  writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function readRecord(file: string): OwnerRecord | undefined {
  try {
    return ownerRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined // The file is missing, or it is incomplete because of a kill before there was any child.
  }
}
