import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkQuery, type OrganizationId, type ProjectId } from '@linkshelf/contract'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { createRequestContext, findSystemContext } from '../access/index.ts'
import { prepareDatabase } from '../database.ts'
import { listLinks } from '../links/list/list-links.ts'
import { systemClock } from '../platform/clock.ts'
import { systemIds } from '../platform/ids.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { withAccount } from '../platform/postgres/postgres-accounts.ts'
import { migratePostgres } from '../platform/postgres/postgres-migrations.ts'
import { silentLog } from '../platform/process/log.ts'
import { listLabels } from './list-labels.ts'

const migrations = join(import.meta.dirname, '..', '..', 'migrations')
const roles = 'linkshelf_app, linkshelf_edge, linkshelf_search, linkshelf_jobs, linkshelf_ship, linkshelf_listener'

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A database whose owner may make roles, as the migrations have to, and is neither a superuser nor above row-level security. */
async function aPlainDatabase(): Promise<{ url: string; apiUrl: string } & AsyncDisposable> {
  const server = inject('databaseServerUrl')
  const name = `plain_${randomBytes(8).toString('hex')}`
  await run(
    server,
    `create role ${name} login createrole password 'otters'`,
    `grant ${roles} to ${name} with admin option`,
    `create database ${name} owner ${name}`,
  )
  const url = new URL(server)
  Object.assign(url, { username: name, password: 'otters', pathname: `/${name}` })
  return {
    url: url.href,
    apiUrl: withAccount(url.href, `${name}_api`, 'otters'),
    [Symbol.asyncDispose]: () => run(server, `drop database ${name} with (force)`, `drop role ${name}_api`, `drop role ${name}`),
  }
}

/** The tables as they were before there were labels of their own. */
async function migrateUntilLabels(databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-migrations-'))
  const earlier = (await readdir(migrations)).filter((name) => name < '0030')
  for (const name of earlier) await cp(join(migrations, name), join(folder, name))
  await migratePostgres(databaseUrl, folder)
  await rm(folder, { recursive: true })
}

const organizationId = '01900000-0000-7000-8000-000000000001' as OrganizationId
const projectId = '01900000-0000-7000-8000-000000000002' as ProjectId

const linksOfOldVersion = `
  insert into organizations (id, name) values ('${organizationId}', 'Mia');
  insert into projects (id, organization_id, name, description) values ('${projectId}', '${organizationId}', 'Shelf', '');
  insert into links (id, organization_id, project_id, slug, target, labels, created_at) values
    (gen_random_uuid(), '${organizationId}', '${projectId}', 'second', 'https://shop.example/2', '{sale,lamps,LAMPS}', '2026-01-02'),
    (gen_random_uuid(), '${organizationId}', '${projectId}', 'first', 'https://shop.example/1', '{Lamps}', '2026-01-01'),
    (gen_random_uuid(), '${organizationId}', '${projectId}', 'bare', 'https://shop.example/3', '{}', '2026-01-03')`

it('registers the labels of existing links, and finds those links, when the owner of the tables is no superuser', async () => {
  await using database = await aPlainDatabase()
  await migrateUntilLabels(database.url)
  // Row-level security binds the owner of the tables too, so rows are inserted within the scope of an organization.
  await run(
    database.url,
    'set role linkshelf_app',
    `select set_config('linkshelf.organization_id', '${organizationId}', false)`,
    linksOfOldVersion,
  )

  await prepareDatabase(database.url, { api: database.apiUrl })

  const db = openPostgres(database.apiUrl)
  const deps = { db, clock: systemClock, ids: systemIds, log: silentLog, origins: { app: 'http://app.test', public: 'http://go.test' } }
  const job = createRequestContext(deps, { actor: { kind: 'system', name: 'test' }, source: 'job' })
  const mia = await findSystemContext(job, organizationId, projectId)
  if (mia === undefined) throw new Error('The organization was migrated')
  const found = async (query: object) => {
    const { links } = await listLinks(deps, mia, linkQuery.parse(query))
    return links.map((link) => [link.url, link.labels])
  }
  try {
    expect((await listLabels(mia)).map(({ name, active }) => [name, active])).toEqual([
      ['Lamps', true],
      ['sale', true],
    ])
    expect(await found({ label: 'lamps' })).toEqual([
      ['http://go.test/second', ['sale', 'Lamps']],
      ['http://go.test/first', ['Lamps']],
    ])
    expect(await found({ search: 'EXAMPLE/1' })).toEqual([['http://go.test/first', ['Lamps']]])
  } finally {
    await db.destroy()
  }
})
