import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drainPending, Session } from 'chdb'
import type { Log } from '../../process/log.ts'
import { StartError } from '../../process/start-error.ts'
import { repairDeduplicationLogs } from './repair-deduplication-logs.ts'

/**
 * Opens the data directory for this process, and repairs what a killed process left. The engine runs as long as the
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
 * Returns the id of the process that owns the data directory. The engine writes its process id into the file `status`,
 * which remains if the engine is killed. So the id is ignored if no process with this id is running.
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

/**
 * Rights that every account of the engine lacks, even the account that migrates: to read or write files and servers
 * outside of the engine, and to manage access.
 */
const denied = 'SOURCES, ACCESS MANAGEMENT, NAMED COLLECTION, BACKUP, CREATE FUNCTION, SYSTEM SHUTDOWN'

const users = `<clickhouse>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password></password>
      <profile>default</profile>
      <quota>default</quota>
      <grants><query>GRANT ALL ON *.*</query><query>REVOKE ${denied} ON *.*</query></grants>
    </default>
  </users>
</clickhouse>
`

/**
 * Writes the configuration of the engine into the data directory. Returns the arguments that the first session must be
 * opened with.
 */
async function writeEngineConfiguration(dataDirectory: string): Promise<string[]> {
  const [configFile, usersFile] = [join(dataDirectory, 'engine.xml'), join(dataDirectory, 'engine-users.xml')]
  await writeFile(usersFile, users, { mode: 0o600 })
  await writeFile(configFile, `<clickhouse><users_config>${escapeXml(usersFile)}</users_config></clickhouse>\n`, { mode: 0o600 })
  return [`--config-file=${configFile}`]
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
