import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drainPending, Session } from 'chdb'
import type { Log } from '../../process/log.ts'
import { StartError } from '../../process/start-error.ts'
import { writeEngineConfiguration } from './engine-configuration.ts'
import { repairDeduplicationLogs } from './repair-deduplication-logs.ts'

/**
 * Opens the data directory for this process and repairs what a killed one left. The engine runs for as long as the
 * returned session is open.
 */
export async function openDataDirectory(dataDirectory: string, log: Log): Promise<Session> {
  const connectionArgs = await writeEngineConfiguration(dataDirectory)
  const session = await openSession(dataDirectory, connectionArgs)
  const removedTokens = await repairDeduplicationLogs(dataDirectory)
  if (removedTokens === 0) return session
  log.warn({ removedTokens }, 'Removed the deduplication tokens of interrupted inserts')
  session.close()
  await drainPending()
  return openSession(dataDirectory, connectionArgs)
}

async function openSession(dataDirectory: string, connectionArgs: string[]): Promise<Session> {
  try {
    return new Session(dataDirectory, { connectionArgs })
  } catch (cause) {
    const owner = await findOwner(dataDirectory)
    if (owner === undefined) throw cause
    throw new StartError(
      `Process ${owner} already works in ${dataDirectory}. Stop it first: one process at a time owns a data directory.`,
      {
        cause,
      },
    )
  }
}

/**
 * The engine writes its process id into `status`, which stays when it is killed: only the id of a
 * running process counts.
 */
async function findOwner(dataDirectory: string): Promise<number | undefined> {
  const status = await readFile(join(dataDirectory, 'status'), 'utf8').catch(() => '')
  const owner = Number(/^PID: (\d+)/.exec(status)?.[1])
  return owner > 0 && isAlive(owner) ? owner : undefined
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
