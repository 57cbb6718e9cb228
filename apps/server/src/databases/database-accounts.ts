// The accounts with which the processes of the product sign in to PostgreSQL. Each account has the rights of one role,
// and can't become another role.
import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type PostgresAccount, replaceAccount } from '../platform/postgres/postgres-accounts.ts'
import { ensureSecretFile } from '../platform/process/secret-file.ts'

const roles = {
  api: 'linkshelf_app',
  edge: 'linkshelf_edge',
  jobs: 'linkshelf_jobs',
  ship: 'linkshelf_ship',
  listener: 'linkshelf_listener',
} as const

export type DatabaseAccount = keyof typeof roles

/** The database's URL for each account. */
export type DatabaseAccounts = Record<DatabaseAccount, string>

const names = Object.keys(roles) as DatabaseAccount[]

export function toPostgresAccounts(accounts: Partial<DatabaseAccounts>): PostgresAccount[] {
  return names.flatMap((name) => (accounts[name] === undefined ? [] : [{ url: accounts[name], role: roles[name] }]))
}

/**
 * Returns the accounts of an installation: the accounts that the configuration names, and derived accounts for the
 * other processes. The derived names and passwords come from a secret in the data directory, so that two installations
 * on one server never share an account.
 */
export async function ensureDatabaseAccounts(config: Config, databaseUrl: string): Promise<DatabaseAccounts> {
  const secret = await ensureSecretFile(join(config.dataFolder, 'database-secret'))
  return { ...deriveAccounts(secret, databaseUrl), ...config.databaseAccounts }
}

/** Derives every account from the secret. The same secret always results in the same names and passwords. */
export function deriveAccounts(secret: Buffer, databaseUrl: string): DatabaseAccounts {
  const url = (account: DatabaseAccount) => {
    const { name, password } = deriveLogin(secret, account)
    return replaceAccount(databaseUrl, name, password)
  }
  return Object.fromEntries(names.map((name) => [name, url(name)])) as DatabaseAccounts
}

/**
 * Returns the name and the password of an account. They differ between installations, because each installation has its
 * own secret.
 */
export function deriveLogin(secret: Buffer, account: string): { name: string; password: string } {
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes))
  return {
    name: `linkshelf_${account}_${derive('installation', 4).toString('hex')}`,
    password: derive(`password of ${account}`, 24).toString('base64url'),
  }
}
