import { linkQuery, type OrganizationId, type ProjectId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements } from '../../test/databases/plain-database.ts'
import { createRequestContext, findSystemContext } from '../access/index.ts'
import { prepareDatabase } from '../databases/database.ts'
import { listLinks } from '../links/list/list-links.ts'
import { systemClock } from '../platform/clock.ts'
import { systemIds } from '../platform/ids.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { silentLog } from '../platform/process/log.ts'
import { listLabels } from './labels.ts'

const organizationId = '01900000-0000-7000-8000-000000000001' as OrganizationId
const projectId = '01900000-0000-7000-8000-000000000002' as ProjectId

const linksOfOldVersion = `
  insert into organizations (id, name) values ('${organizationId}', 'Mia');
  insert into projects (id, organization_id, name, description) values ('${projectId}', '${organizationId}', 'Shelf', '');
  insert into links (id, organization_id, project_id, slug, target, labels, created_at) values
    (gen_random_uuid(), '${organizationId}', '${projectId}', 'second', 'https://shop.example/2', '{sale,lamps,LAMPS}', '2026-01-02'),
    (gen_random_uuid(), '${organizationId}', '${projectId}', 'first', 'https://shop.example/1', '{Lamps}', '2026-01-01'),
    (gen_random_uuid(), '${organizationId}', '${projectId}', 'bare', 'https://shop.example/3', '{}', '2026-01-03')`

it('registers the labels of existing links and finds these links, when the table owner is not a superuser', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0030')
  // Row-level security binds the owner of the tables too, so rows are inserted within the scope of an organization.
  await runStatements(
    database.url,
    'set role linkshelf_app',
    `select set_config('linkshelf.organization_id', '${organizationId}', false)`,
    linksOfOldVersion,
  )

  await prepareDatabase(database.url, { api: database.apiUrl })

  const db = openPostgres(database.apiUrl)
  const deps = {
    db,
    clock: systemClock,
    ids: systemIds,
    log: silentLog,
    hasPlans: true,
    origins: { app: 'http://app.test', public: 'http://go.test' },
  }
  const job = createRequestContext(deps, { actor: { kind: 'system', name: 'test' }, source: 'job' })
  const mia = await findSystemContext(job, organizationId, projectId)
  if (mia === undefined) throw new Error('The organization was migrated')
  const listFoundLinks = async (query: object) => {
    const { links } = await listLinks(deps, mia, linkQuery.parse(query))
    return links.map((link) => [link.url, link.labels])
  }
  try {
    expect((await listLabels(mia)).map(({ name, active }) => [name, active])).toEqual([
      ['Lamps', true],
      ['sale', true],
    ])
    expect(await listFoundLinks({ label: 'lamps' })).toEqual([
      ['http://go.test/second', ['sale', 'Lamps']],
      ['http://go.test/first', ['Lamps']],
    ])
    expect(await listFoundLinks({ search: 'EXAMPLE/1' })).toEqual([['http://go.test/first', ['Lamps']]])
  } finally {
    await db.destroy()
  }
})
