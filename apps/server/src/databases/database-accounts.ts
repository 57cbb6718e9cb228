// The accounts with which the processes of the product sign in to PostgreSQL. Each has the rights of one role
// and can become no other.
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
 * The accounts of an installation: those that the configuration names, and others of its own. Their names and passwords
 * come from a secret in the data directory, so that two installations on one server never share an account.
 */
export async function ensureDatabaseAccounts(config: Config, databaseUrl: string): Promise<DatabaseAccounts> {
  const secret = await ensureSecretFile(join(config.dataFolder, 'database-secret'))
  return { ...deriveAccounts(secret, databaseUrl), ...config.databaseAccounts }
}

/** The same secret always leads to the same names and passwords. */
export function deriveAccounts(secret: Buffer, databaseUrl: string): DatabaseAccounts {
  const url = (account: DatabaseAccount) => {
    const { name, password } = deriveLogin(secret, account)
    return replaceAccount(databaseUrl, name, password)
  }
  return Object.fromEntries(names.map((name) => [name, url(name)])) as DatabaseAccounts
}

/** The name and password of an account of the installation that the secret belongs to. */
export function deriveLogin(secret: Buffer, account: string): { name: string; password: string } {
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes))
  return {
    name: `linkshelf_${account}_${derive('installation', 4).toString('hex')}`,
    password: derive(`password of ${account}`, 24).toString('base64url'),
  }
}
