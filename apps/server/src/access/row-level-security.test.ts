import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { anOrganization } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { withScope } from '../platform/postgres/with-scope.ts'

it('lets the application insert and read audit entries, but not change or delete them', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  const scope = { organizationId: ctx.organization.id }

  await expect(withScope(deps.db, scope, (tx) => tx.updateTable('audit_log').set({ action: 'link.delete' }).execute())).rejects.toThrow(
    'permission denied',
  )
  await expect(withScope(deps.db, scope, (tx) => tx.deleteFrom('audit_log').execute())).rejects.toThrow('permission denied')
  expect(await withScope(deps.db, scope, (tx) => tx.selectFrom('audit_log').select('action').execute())).toEqual([
    { action: 'organization.create' },
  ])
})

it('has forced row-level security with a policy on every table of an organization', async () => {
  await using deps = await openTestDeps()
  const { rows } = await sql<{ name: string; forced: boolean; policies: number }>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and (c.relname = 'organizations' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname in ('organization_id', 'project_id') and not a.attisdropped))`.execute(
    deps.db,
  )

  expect(rows.map((row) => row.name).sort()).toEqual(
    expect.arrayContaining(['audit_log', 'labels', 'link_counts', 'links', 'members', 'organizations', 'projects']),
  )
  expect(rows.filter((row) => !row.forced || row.policies === 0)).toEqual([])
})
