import { linkQuery } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aLabel, aLink, aProject } from '../../../test/builders/builders.ts'
import { runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { createAlias } from '../aliases/link-aliases.ts'
import { deleteLink } from '../write/delete-link.ts'
import { archiveLink } from '../write/update-link.ts'
import { listLinks } from './list-links.ts'

async function listFoundSlugs(deps: TestDeps, ctx: ProjectContext, query: object): Promise<(string | undefined)[]> {
  const { links } = await listLinks(deps, ctx, linkQuery.parse(query))
  return links.map((link) => link.url.split('/').at(-1))
}

/** Creates 6,000 links, a minute apart. Every third link has the word `lantern`, and two old links have `zanzibar`. */
async function aLargeProject(deps: TestDeps): Promise<ProjectContext> {
  const ctx = await aProject(deps, { settings: ['package=Business'] })
  await aLabel(deps, ctx, { name: 'rare' })
  await runAsOwner(deps, async (owner) => {
    await owner.query(
      `insert into links (id, organization_id, project_id, slug, target, labels, is_pending, created_at)
       select gen_random_uuid(), $1, $2, 'slug-' || nth,
         'https://shop.example/' || case when nth % 3 = 0 then 'lantern/' else '' end || case when nth in (4500, 5001) then 'Zanzibar/' else '' end || md5(nth::text),
         case when nth % 1500 = 0 then array['rare'] else '{}' end, false, timestamptz '2026-01-31' - nth * interval '1 minute'
       from generate_series(1, 6000) as nth`,
      [ctx.organization.id, ctx.project.id],
    )
    await owner.query('vacuum (analyze) links')
  })
  return ctx
}

/** Returns the plans by which PostgreSQL ran the statements inside find_links, one plan per statement. */
async function explainStatements(deps: TestDeps, ctx: ProjectContext, given: { contains?: string; label?: string }): Promise<string[]> {
  return runAsOwner(deps, async (owner) => {
    const plans: string[] = []
    await owner.query("load 'auto_explain'")
    await owner.query(`set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_level = notice; set role linkshelf_app`)
    await owner.query(`select set_config('linkshelf.organization_id', $1, false)`, [ctx.organization.id])
    owner.on('notice', ({ message }) => {
      if (message?.includes('from links where')) plans.push(message)
    })
    await owner.query('select find_links($1, false, null, null, $2, null, $3, 21)', [
      ctx.project.id,
      given.contains ?? null,
      given.label ?? null,
    ])
    return plans
  })
}

it('scans the search index for a rare term or label, and the page index for a common one', async () => {
  await using deps = await openTestDeps()
  const ctx = await aLargeProject(deps)

  const [rareWord, rareLabel] = [
    await explainStatements(deps, ctx, { contains: '%zanzibar%' }),
    await explainStatements(deps, ctx, { label: 'rare' }),
  ]
  const [commonWord, oneLetter] = [
    await explainStatements(deps, ctx, { contains: '%lantern%' }),
    await explainStatements(deps, ctx, { contains: '%e%' }),
  ]

  for (const plans of [rareWord, rareLabel]) {
    expect(plans.at(-1)).toContain('Bitmap Index Scan on links_search_idx')
  }
  for (const plans of [commonWord, oneLetter]) {
    expect(plans).toHaveLength(1)
    expect(plans[0]).toContain('Index Scan using links_page_idx')
  }
  expect([rareWord, rareLabel, commonWord, oneLetter].flat().filter((plan) => plan.includes('Seq Scan'))).toEqual([])
})

it('runs only one query if the project has no more than the newest 2,000 links', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aLink(deps, ctx, { slug: 'summer' })

  const plans = await explainStatements(deps, ctx, { contains: '%summer%' })

  expect(plans.filter((plan) => plan.includes('search_text like'))).toHaveLength(1)
})

it('lists matches beyond the newest links, page by page and each once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aLargeProject(deps)

  expect(await listFoundSlugs(deps, ctx, { search: 'ZANZIBAR' })).toEqual(['slug-4500', 'slug-5001'])
  expect(await listFoundSlugs(deps, ctx, { search: 'zanzibar', label: 'Rare' })).toEqual(['slug-4500'])
  expect(await listFoundSlugs(deps, ctx, { search: '~~' })).toEqual([])
  const found: (string | undefined)[] = []
  let cursor: string | undefined
  do {
    const page = await listLinks(deps, ctx, linkQuery.parse({ label: 'rare', limit: '3', cursor }))
    found.push(...page.links.map((link) => link.url.split('/').at(-1)))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(found).toEqual(['slug-1500', 'slug-3000', 'slug-4500', 'slug-6000'])
})

it('matches the full short URL, and lists all links for a part of its origin', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aLink(deps, ctx, { slug: 'summer' })
  await aLink(deps, ctx, { slug: 'midsummer' })

  expect(await listFoundSlugs(deps, ctx, { search: 'go.test' })).toEqual(['midsummer', 'summer'])
  expect(await listFoundSlugs(deps, ctx, { search: 'summer' })).toEqual(['midsummer', 'summer'])
  expect(await listFoundSlugs(deps, ctx, { search: 'TEST/sum' })).toEqual(['summer'])
  expect(await listFoundSlugs(deps, ctx, { search: 'test/sum/' })).toEqual([])
})

it('matches aliases, among many links and in every order', async () => {
  await using deps = await openTestDeps()
  const ctx = await aLargeProject(deps)
  const link = await aLink(deps, ctx, { slug: 'lamp', title: 'Lamp' })
  await createAlias(deps, ctx, { linkId: link.url_id, draft: { slug: 'Brass_Lamp' } })
  await runAsOwner(deps, (owner) => owner.query("update links set created_at = '2020-01-01' where slug = 'lamp'"))

  for (const search of ['brass_l', 'go.test/brass', 'http://go.test/Brass_Lamp'])
    for (const sort of ['newest', 'name', 'relevance']) expect(await listFoundSlugs(deps, ctx, { search, sort })).toEqual(['lamp'])
  expect(await listFoundSlugs(deps, ctx, { search: 'brassy' })).toEqual([])
  expect(await listFoundSlugs(deps, ctx, { search: 'go.test/rass' })).toEqual([])
})

it('matches titles and notes too', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aLink(deps, ctx, { slug: 'one', title: 'A brass Lamp' })
  const { url_id } = await aLink(deps, ctx, { slug: 'two', notes: 'For the spring newsletter' })

  expect(await listFoundSlugs(deps, ctx, { search: 'BRASS' })).toEqual(['one'])
  expect(await listFoundSlugs(deps, ctx, { search: 'newsletter' })).toEqual(['two'])
  await deleteLink(ctx, url_id)
  expect(await listFoundSlugs(deps, ctx, { search: 'newsletter' })).toEqual([])
})

it('finds the links to a destination among 6,000 by an index', async () => {
  await using deps = await openTestDeps()
  const ctx = await aLargeProject(deps)
  for (const slug of ['first', 'second']) await aLink(deps, ctx, { slug, target: 'https://shop.example/brass' })
  const target = 'HTTPS://shop.example:443/brass'

  expect(await listFoundSlugs(deps, ctx, { target })).toEqual(['second', 'first'])
  expect(await listFoundSlugs(deps, ctx, { target, search: 'fir' })).toEqual(['first'])
  expect(await listFoundSlugs(deps, ctx, { target, archived: 'true' })).toEqual([])
  const plan = await runAsOwner(deps, async (owner) => {
    await owner.query('set role linkshelf_app')
    await owner.query(`select set_config('linkshelf.organization_id', $1, false)`, [ctx.organization.id])
    const { rows } = await owner.query(
      `explain select id from links where project_id = $1 and is_archived = false and deleted_at is null and target = $2
       order by created_at desc, id desc limit 21`,
      [ctx.project.id, target],
    )
    return JSON.stringify(rows)
  })
  expect(plan).toContain('links_target_idx')
})

it('filters by label ignoring case, archived links separately, and never lists deleted links', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (const slug of ['active', 'archived', 'deleted']) {
    const link = await aLink(deps, ctx, { slug, labels: ['Lamps'] })
    if (slug === 'archived') await archiveLink(deps, ctx, link.url_id)
    if (slug === 'deleted') await deleteLink(ctx, link.url_id)
  }
  await aLink(deps, ctx, { slug: 'other', labels: ['Lamp'] })

  expect(await listFoundSlugs(deps, ctx, { label: 'lamps' })).toEqual(['active'])
  expect(await listFoundSlugs(deps, ctx, { label: 'lamps', archived: 'true' })).toEqual(['archived'])
  expect(await listFoundSlugs(deps, ctx, { label: 'unknown' })).toEqual([])
})

it("never finds another organization's links, in any project and by any role", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const link = await aLink(deps, mia, { slug: 'secret', labels: ['lamps'] })
  await aLabel(deps, noah, { name: 'lamps' })
  const findIds = sql<{ ids: string[] }>`select find_links(${mia.project.id}, false, null, null, '%secret%', null, null, 10) as ids`

  const findIdsFor = async (organizationId: string) =>
    (await withScope(deps.db, { organizationId }, (tx) => findIds.execute(tx))).rows.flatMap((row) => row.ids)

  expect(await findIdsFor(mia.organization.id)).toEqual([link.url_id])
  expect(await findIdsFor(noah.organization.id)).toEqual([])
  expect((await findIds.execute(deps.db)).rows.flatMap((row) => row.ids)).toEqual([]) // outside of any organization
  await expect(findIds.execute(deps.edgeDb)).rejects.toThrow('permission denied')
  for (const query of [{ search: 'secret' }, { label: 'lamps' }]) {
    expect(await listFoundSlugs(deps, noah, query)).toEqual([])
    expect(await listFoundSlugs(deps, { ...mia, organization: noah.organization }, query)).toEqual([])
  }
})

it('pins the search path of every security definer function, with the temporary schema last', async () => {
  await using deps = await openTestDeps()
  const { rows } = await sql<{ name: string; path: string[] | null }>`
    select proname as name, proconfig as path from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where nspname = 'public' and prosecdef`.execute(deps.db)

  expect(rows.map(({ name }) => name).sort()).toEqual([
    'announce_domain',
    'announce_link',
    'announce_project',
    'cancel_deleted_subscription',
    'count_stored_bytes',
    'delete_audit_log_of_organization',
    'delete_audit_log_of_user',
    'enqueue_file_job',
    'enqueue_job',
    'find_api_keys',
    'find_audit_entries',
    'find_click_deletions',
    'find_click_sources',
    'find_domain_links',
    'find_links',
    'find_links_by_address',
    'find_links_by_start',
    'find_postback_project',
    'find_released_slugs',
    'find_served_hosts',
    'find_site_icon',
    'find_taken_slugs',
    'forget_alias',
    'had_trial_before',
    'hold_slug_of_restored_link',
    'keep_former_address',
    'keep_trial_of_deleted_account',
    'list_link_sites',
    'move_slug',
    'record_address',
    'record_deleted_clicks',
    'record_end_of_deleted_product',
    'record_erased_row',
    'record_erased_row_of_project',
    'record_erasure',
    'register_alias',
    'register_slug',
    'release_imported_slugs',
    'release_slugs_of_links',
    'revoke_youtube_grant',
    'use_trial',
  ])
  expect(rows.filter(({ path }) => path?.join() !== 'search_path=public, pg_temp')).toEqual([])
})

it('grants the search role only the searched columns, and does not grant this role to the application', async () => {
  await using deps = await openTestDeps()
  const { rows } = await sql<{ owner: string; member: boolean; reads_target: boolean; creates: boolean }>`
    select pg_get_userbyid(proowner) as owner, pg_has_role('linkshelf_app', 'linkshelf_search', 'member') as member,
      has_column_privilege('linkshelf_search', 'links', 'target', 'select') as reads_target,
      has_schema_privilege('linkshelf_search', 'public', 'create') as creates
    from pg_proc where proname = 'find_links'`.execute(deps.db)

  expect(rows).toEqual([{ owner: 'linkshelf_search', member: false, reads_target: false, creates: false }])
})
