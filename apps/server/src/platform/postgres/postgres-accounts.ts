import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { rejectPrivilegedAccount, toPrivilegeCheckSql } from './postgres.ts'

/** An account of a process, and the role whose rights it has. */
export interface PostgresAccount {
  /** The URL with the name and the password of the account. */
  url: string
  role: string
}

/** Returns the URL of the same database for another account. */
export function replaceAccount(databaseUrl: string, name: string, password: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.delete('user')
  url.searchParams.delete('password')
  url.username = encodeURIComponent(name)
  url.password = encodeURIComponent(password)
  return url.href
}

/**
 * Creates each account that can't sign in or lacks its role, and sets its password. An account that works is not
 * changed, so an operator may create accounts by hand. Throws a StartError if `owner` may not create roles, or if an
 * account is privileged or was made for something else.
 */
export async function createAccounts(owner: pg.Client, accounts: PostgresAccount[]): Promise<void> {
  const works = await Promise.all(accounts.map(isUsable))
  for (const [index, account] of accounts.entries()) if (!works[index]) await createAccount(owner, account)
}

async function isUsable({ url, role }: PostgresAccount): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined) // A lost connection rejects the query too, so its `error` event is ignored.
  try {
    await client.connect()
    await rejectPrivilegedAccount(client)
    const { rows } = await client.query<{ has_role: boolean }>("select pg_has_role(session_user, $1, 'usage') as has_role", [role])
    return rows[0]?.has_role === true
  } catch (error) {
    if (error instanceof StartError) throw error
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function createAccount(owner: pg.Client, { url, role }: PostgresAccount): Promise<void> {
  const { username, password } = new URL(url)
  const name = decodeURIComponent(username)
  const [quotedName, quotedRole] = [pg.escapeIdentifier(name), pg.escapeIdentifier(role)]
  const secret = pg.escapeLiteral(toScramVerifier(decodeURIComponent(password)))
  const exists = await assertOwnAccount(owner, name, role)
  const statements = [
    `${exists ? 'alter' : 'create'} role ${quotedName} login password ${secret}`,
    // The role is only inherited: the account has the rights of the role, and can't become the role.
    `grant ${quotedRole} to ${quotedName} with inherit true, set false`,
    `grant connect on database ${pg.escapeIdentifier(owner.database ?? '')} to ${quotedName}`,
  ]
  try {
    await owner.query(['begin', ...statements, 'commit'].join('; '))
  } catch (cause) {
    await owner.query('rollback')
    const byHand = statements.join('; ').replace(secret, "'…'")
    throw new StartError(
      `The PostgreSQL account "${name}" could not be created: ${cause instanceof Error ? cause.message : cause}. Have a superuser run, in this database: ${byHand}`,
      { cause },
    )
  }
}

/**
 * Returns whether the account exists. Throws a StartError if the account is privileged or was not made for this role,
 * because the password of such an account must not be changed.
 */
async function assertOwnAccount(owner: pg.Client, name: string, role: string): Promise<boolean> {
  const { rows } = await owner.query<{ is_privileged: boolean; has_role: boolean }>(
    `select ${toPrivilegeCheckSql('account.oid')} as is_privileged, pg_has_role(account.oid, $2, 'usage') as has_role
    from pg_roles as account where rolname = $1`,
    [name, role],
  )
  const [account] = rows
  if (account === undefined) return false
  if (account.is_privileged || !account.has_role)
    throw new StartError(
      `The PostgreSQL account "${name}" can't be used: it exists and was not made for "${role}", or its password is another. Name a new account.`,
    )
  return true
}

const iterations = 4_096

/**
 * Returns the verifier that PostgreSQL stores for a password (RFC 5803). It is sent instead of the password, so that
 * the server's log contains no password.
 */
function toScramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`
}
