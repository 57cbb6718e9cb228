// A database that exists while a back-up is checked. Its name is derived from the name of the instance's database, so
// that instances on one server never drop each other's scratch database.
import pg from 'pg'
import { withConnection } from '../../platform/postgres/with-connection.ts'
import { StartError } from '../../platform/process/start-error.ts'

export interface ScratchDatabase extends AsyncDisposable {
  url: string
}

/**
 * Creates an empty database on the server of `databaseUrl`, with the same encoding and locale. If the signal is
 * aborted, the database is dropped at once, so that its connections end. Throws a StartError if the account may not
 * create databases.
 */
export async function openScratchDatabase(databaseUrl: string, signal: AbortSignal): Promise<ScratchDatabase> {
  const drop = () => withConnection(databaseUrl, dropScratchDatabase)
  const name = await withConnection(databaseUrl, async (client) => {
    await assertCanCreateDatabases(client)
    await dropScratchDatabase(client)
    return createScratchDatabase(client)
  })
  const onAbort = () => void drop().catch(() => undefined)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  return {
    url: Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href,
    async [Symbol.asyncDispose]() {
      signal.removeEventListener('abort', onAbort)
      await drop()
    },
  }
}

/** Drops the scratch database of the client's database, which a killed check may have left. */
export async function dropScratchDatabase(client: pg.Client): Promise<void> {
  const name = await selectScratchName(client)
  const { rows } = await client.query('select from pg_database where datname = $1', [name])
  if (rows.length > 0) await client.query(`drop database if exists ${name} with (force)`)
}

async function selectScratchName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>("select 'linkshelf_check_' || left(md5(current_database()), 12) as name")
  if (rows[0] === undefined) throw new Error('The server returned no name')
  return rows[0].name
}

async function createScratchDatabase(client: pg.Client): Promise<string> {
  const name = await selectScratchName(client)
  const { rows } = await client.query<{ encoding: string; collate: string; ctype: string }>(
    `select pg_encoding_to_char(encoding) as encoding, datcollate as collate, datctype as ctype
     from pg_database where datname = current_database()`,
  )
  const { encoding = 'UTF8', collate = 'C', ctype = 'C' } = rows[0] ?? {}
  const locale = `locale_provider libc lc_collate ${pg.escapeLiteral(collate)} lc_ctype ${pg.escapeLiteral(ctype)}`
  await client.query(`create database ${name} template template0 encoding ${pg.escapeLiteral(encoding)} ${locale}`)
  return name
}

async function assertCanCreateDatabases(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ canCreate: boolean }>(
    'select rolsuper or rolcreatedb as "canCreate" from pg_roles where rolname = current_user',
  )
  if (rows[0]?.canCreate === true) return
  const statement = `alter role ${pg.escapeIdentifier(client.user ?? '')} createdb`
  throw new StartError(
    `The account of DATABASE_URL may not create a database to restore the back-up into. Have a superuser run: ${statement}. Or set BACKUP_CHECKS=off.`,
  )
}
