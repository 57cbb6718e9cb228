import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { replaceAccount } from '../../src/platform/postgres/postgres-accounts.ts'
import { migratePostgres } from '../../src/platform/postgres/postgres-migrations.ts'

const migrations = join(import.meta.dirname, '..', '..', 'migrations')
const roles = 'linkshelf_app, linkshelf_edge, linkshelf_search, linkshelf_jobs, linkshelf_ship, linkshelf_listener'

/** Runs the statements one after the other, in one session. */
export async function runStatements(url: string, ...statements: string[]): Promise<void> {
  await selectRows(url, statements, 'select')
}

/** Runs the statements and then the query in one session. Returns the query's rows. */
export async function selectRows<Row extends object>(url: string, statements: readonly string[], query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

/**
 * A database whose owner can create roles, which the migrations need. The owner is not a superuser and does not bypass
 * row-level security.
 */
export async function aPlainDatabase(): Promise<{ url: string; apiUrl: string } & AsyncDisposable> {
  const server = inject('databaseServerUrl')
  const name = `plain_${randomBytes(8).toString('hex')}`
  await runStatements(
    server,
    `create role ${name} login createrole password 'otters'`,
    `grant ${roles} to ${name} with admin option`,
    `create database ${name} owner ${name}`,
  )
  const url = new URL(server)
  Object.assign(url, { username: name, password: 'otters', pathname: `/${name}` })
  return {
    url: url.href,
    apiUrl: replaceAccount(url.href, `${name}_api`, 'otters'),
    [Symbol.asyncDispose]: () =>
      runStatements(server, `drop database ${name} with (force)`, `drop role if exists ${name}_api`, `drop role ${name}`),
  }
}

/** Runs all migrations before the migration whose name begins with `migration`. */
export async function migrateUntil(databaseUrl: string, migration: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-migrations-'))
  const earlier = (await readdir(migrations)).filter((name) => name < migration)
  for (const name of earlier) await cp(join(migrations, name), join(folder, name))
  await migratePostgres(databaseUrl, folder)
  await rm(folder, { recursive: true })
}
