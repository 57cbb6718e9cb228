import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { prepareWithAccounts } from '../../test/databases/prepare-with-accounts.ts'
import { readConfig } from '../config.ts'
import { createAccounts, replaceAccount } from '../platform/postgres/postgres-accounts.ts'
import { prepareDatabase } from './database.ts'
import { type DatabaseAccount, type DatabaseAccounts, ensureDatabaseAccounts } from './database-accounts.ts'

const name = `accounts_${randomBytes(8).toString('hex')}`
const databaseUrl = Object.assign(new URL(inject('databaseServerUrl')), { pathname: `/${name}` }).href
const allAccounts: DatabaseAccount[] = ['api', 'edge', 'jobs', 'ship', 'listener']
let accounts: DatabaseAccounts

beforeAll(async () => {
  await run(inject('databaseServerUrl'), `create database ${name}`)
  accounts = await prepareWithAccounts(databaseUrl)
})
afterAll(() => run(inject('databaseServerUrl'), `drop database ${name} with (force)`))

async function run(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

const denied = /permission denied|must be|not found|may not|only roles with/i

describe.each(allAccounts)('the account of %s', (account) => {
  it.each([
    ['passwords of accounts', 'select rolpassword from pg_authid'],
    ['files of the server', "select pg_read_file('/etc/hostname')"],
    ['files by COPY', "copy (select 1) to '/tmp/copied'"],
    ['programs', "copy (select 1) to program 'true'"],
    ['the rights of the owner', 'set role linkshelf'],
    ['the rights of an api', 'set role linkshelf_app'],
    ['the rights of link searches', 'set role linkshelf_search'],
    ['the account of another process', `set session authorization "${new URL(databaseUrl).username}"`],
    ['new tables', 'create table extra (id integer)'],
    ['temporary tables', 'create temporary table extra (id integer)'],
    ['new schemas', 'create schema extra'],
    ['new triggers', 'create trigger extra before insert on links for each row execute function register_slug()'],
    ['new roles', 'create role extra'],
    ['the list of migrations', 'delete from schema_migrations'],
    ['the audit log of everybody', 'delete from audit_log'],
    ['functions of the owner', 'alter function enqueue_job owner to current_user'],
  ])('has no access to %s', async (_what, statement) => {
    await expect(run(accounts[account], statement)).rejects.toThrow(denied)
  })

  it('stays the same account when the role is reset', async () => {
    const [row] = await run(accounts[account], "select set_config('role', 'none', false)", 'reset role', 'select current_user as name')
    expect(row).toEqual({ name: new URL(accounts[account]).username })
  })

  it('is not privileged, neither directly nor by membership', async () => {
    const [row] = await run(
      accounts[account],
      "select bool_or(rolsuper or rolbypassrls or rolcreaterole or rolcreatedb) as is_privileged from pg_roles where pg_has_role(current_user, oid, 'member')",
    )
    expect(row).toEqual({ is_privileged: false })
  })
})

it.each([
  ['edge', 'select * from users'],
  ['edge', 'select secret from identity_keys'],
  ['edge', 'select search_text from links'],
  ['edge', "update links set target = 'https://evil.example'"],
  ['edge', 'select salt from visitor_salts'],
  ['edge', 'select * from graphile_worker._private_jobs'],
  ['ship', 'select slug from links'],
  ['ship', 'select * from users'],
  ['ship', 'select * from click_deletions'],
  ['edge', "select * from find_click_deletions('{}', now())"],
  ['ship', 'delete from visitor_salts'],
  ['listener', 'select slug from links'],
  ['listener', 'select * from users'],
  ['listener', 'select salt from visitor_salts'],
  ['api', 'select * from graphile_worker._private_jobs'],
  ['jobs', 'delete from graphile_worker.migrations'],
] as const)('the account of %s may not `%s`', async (account, statement) => {
  await expect(run(accounts[account], statement)).rejects.toThrow('permission denied')
})

it.each(['api', 'jobs'] as const)('shows the account of %s no organization outside of a scope', async (account) => {
  await run(databaseUrl, "insert into organizations (id, name) values (gen_random_uuid(), 'Shelf')")
  expect(await run(accounts[account], 'select * from organizations')).toEqual([])
})

it('denies every account access to the database of another installation on the server', async () => {
  const elsewhere = Object.assign(new URL(accounts.edge), { pathname: '/linkshelf_template' }).href
  await expect(run(elsewhere, 'select slug from links')).rejects.toThrow('permission denied for database')
})

it('sets the password of its own account again after it was changed', async () => {
  await run(accounts.ship, "alter role current_user password 'changed by an intruder'")
  await expect(run(accounts.ship, 'select')).rejects.toThrow('password authentication failed')

  await prepareDatabase(databaseUrl, accounts)

  await expect(run(accounts.ship, 'select')).resolves.toEqual([{}])
})

it('does not change accounts that work, so the account that migrates needs no right to create roles', async () => {
  const [migrator, password] = [`migrator_${randomBytes(4).toString('hex')}`, 'otters']
  await run(databaseUrl, `create role ${migrator} login password '${password}'`, `grant connect on database ${name} to ${migrator}`)
  await run(databaseUrl, `grant select on schema_migrations to ${migrator}`)
  const limited = replaceAccount(databaseUrl, migrator, password)
  const owner = new pg.Client({ connectionString: limited })
  await owner.connect()
  await expect(createAccounts(owner, [{ url: accounts.edge, role: 'linkshelf_edge' }])).resolves.toBeUndefined()

  const fresh = replaceAccount(databaseUrl, `edge_${migrator}`, 'otters')
  await expect(createAccounts(owner, [{ url: fresh, role: 'linkshelf_edge' }])).rejects.toThrow(
    /could not be created: permission denied.* Have a superuser run, in this database: create role .* login password '…'; grant "linkshelf_edge" to /s,
  )
  await owner.end()
})

it.each([
  ['the owner of the database', () => databaseUrl],
  ['the owner of the database, with a wrong password', () => Object.assign(new URL(databaseUrl), { password: 'wrong' }).href],
  ['the account of another process', () => Object.assign(new URL(accounts.listener), { password: 'wrong' }).href],
])('rejects %s as the account of an edge', async (_what, url) => {
  await expect(prepareDatabase(databaseUrl, { edge: url() })).rejects.toThrow(/"\w+" (owns the database|can't be used)/)
  await expect(run(databaseUrl, 'select')).resolves.toEqual([{}])
})

it('derives the accounts of an installation from a secret that only its user can read, and prefers configured accounts', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'linkshelf-accounts-'))
  const edge = 'postgres://edge:otters@127.0.0.1:9/shelf'
  const config = readConfig({ LINKSHELF_DATA: dataFolder, DATABASE_EDGE_URL: edge })

  const [first, again] = await Promise.all([ensureDatabaseAccounts(config, databaseUrl), ensureDatabaseAccounts(config, databaseUrl)])

  expect(again).toEqual(first)
  expect(first.edge).toBe(edge)
  expect(new Set(allAccounts.map((account) => new URL(first[account]).password)).size).toBe(5)
  const file = join(dataFolder, 'database-secret')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toMatch(/^[\w-]{43}\n$/)
  await writeFile(file, 'cut')
  await expect(ensureDatabaseAccounts(config, databaseUrl)).rejects.toThrow(`The secret in ${file} is damaged`)
  await rm(dataFolder, { recursive: true })
})
