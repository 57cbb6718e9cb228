import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drainPending, Session } from 'chdb'
import type { Log } from '../../process/log.ts'
import { StartError } from '../../process/start-error.ts'
import { forgetLostParts } from './forget-lost-parts.ts'

/** Takes the folder for this process and mends what a killed one left. The connection that comes back keeps the engine open. */
export async function openFolder(dataFolder: string, log: Log): Promise<Session> {
  const session = await openOrExplain(dataFolder)
  const forgotten = await forgetLostParts(dataFolder)
  if (forgotten === 0) return session
  log.warn({ forgotten }, 'inserts that were cut short may be sent again')
  session.close()
  await drainPending()
  return openOrExplain(dataFolder)
}

async function openOrExplain(dataFolder: string): Promise<Session> {
  try {
    return new Session(dataFolder)
  } catch (cause) {
    const owner = await findOwner(dataFolder)
    if (owner === undefined) throw cause
    throw new StartError(`Process ${owner} already works in ${dataFolder}. Stop it first: one process at a time owns a data folder.`, {
      cause,
    })
  }
}

/** The engine writes its process id into `status`, and leaves it there when it is killed: only a living one counts. */
async function findOwner(dataFolder: string): Promise<number | undefined> {
  const status = await readFile(join(dataFolder, 'status'), 'utf8').catch(() => '')
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
