import type pg from 'pg'
import { StartError } from '../process/start-error.ts'

/**
 * SQL: whether an account may more than grants and policies say, or may become a role that does. A superuser is
 * a member of every role.
 */
export const isPrivilegedSql = (account: string): string => `exists (
  select from pg_roles as other
  where pg_has_role(${account}, other.oid, 'member')
    and (other.rolsuper or other.rolbypassrls or other.rolcreaterole or other.rolcreatedb or other.rolreplication
      or starts_with(other.rolname, 'pg_')
      or other.oid = (select datdba from pg_database where datname = current_database()))
)`

const statement = `select session_user as name, ${isPrivilegedSql('session_user')} as is_privileged`

/**
 * Throws a StartError when the account of the connection bypasses row-level security, owns the database or may create
 * roles: row-level security and the rights of a process would protect nothing.
 */
export async function rejectPrivilegedAccount(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; is_privileged: boolean }>(statement)
  if (rows[0]?.is_privileged === false) return
  throw new StartError(
    `The PostgreSQL account "${rows[0]?.name}" owns the database, or is a superuser. A process needs an account of its own: see "Accounts of PostgreSQL" in docs/operations.md.`,
  )
}
