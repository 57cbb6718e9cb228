import { linkQuery } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { aServedDomain } from '../../../test/builders/domain-builder.ts'
import { runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { createAlias } from '../aliases/link-aliases.ts'
import { listLinks } from './list-links.ts'

const host = 'go.lamps.example'

async function listFoundUrls(deps: TestDeps, ctx: ProjectContext, query: object): Promise<string[]> {
  const { links } = await listLinks(deps, ctx, linkQuery.parse({ ...query, total: 'true' }))
  return links.map(({ url }) => url.replace('http://', '')).sort()
}

it('finds links in every order by their full address on an own domain, and by the addresses of their aliases', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aServedDomain(deps, ctx, host)
  for (const domain of [host, null]) await aLink(deps, ctx, { slug: 'lamp', domain, target: `https://shop.example/${domain}` })
  const kitchen = await aLink(deps, ctx, { slug: 'go/k\u00fcche', domain: host })
  await createAlias(deps, ctx, { linkId: kitchen.url_id, draft: { slug: 'Kitchen' } })
  await aLink(deps, ctx, { slug: 'noted', notes: `Printed as ${host}/old` })
  const lamp = `${host}/lamp`
  const kitchenUrl = `${host}/go/k%C3%BCche`

  for (const sort of ['newest', 'name', 'relevance', 'clicks']) {
    for (const search of [
      lamp,
      `https://${lamp}`,
      `HTTP://GO.Lamps.example:8080/LAMP/`,
      `//${lamp}?v=dQw4w9WgXcQ`,
      `${host}/la`,
      ` ${lamp} `,
    ])
      expect(await listFoundUrls(deps, ctx, { search, sort }), search).toEqual([lamp])
    for (const search of [`${host}/kitch`, `https://${host}/go/k%C3%BCche`, `${host}/go/K\u00fc`])
      expect(await listFoundUrls(deps, ctx, { search, sort }), search).toEqual([kitchenUrl])
    expect(await listFoundUrls(deps, ctx, { search: host, sort })).toEqual([kitchenUrl, lamp])
    expect(await listFoundUrls(deps, ctx, { search: `${host}/old`, sort })).toEqual(['go.test/noted'])
    expect(await listFoundUrls(deps, ctx, { search: `${host}/amp`, sort })).toEqual([])
  }
  for (const search of ['http://go.test/lamp', 'go.test/la', 'GO.test/Lamp/?utm_source=mail'])
    for (const sort of ['newest', 'name', 'relevance', 'clicks'])
      expect(await listFoundUrls(deps, ctx, { search, sort })).toEqual(['go.test/lamp'])
  expect(await listFoundUrls(deps, ctx, { search: lamp, domain: 'none' })).toEqual([])
  expect(await listFoundUrls(deps, ctx, { search: 'shop.example', domain: host })).toEqual([kitchenUrl, lamp])
  expect(await listFoundUrls(deps, ctx, { search: 'kitchen', domain: host })).toEqual([kitchenUrl])
})

it("finds a moved link by its old address on the instance's domain, and links whose text has an address that no link has", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aServedDomain(deps, ctx, host)
  const moved = await aLink(deps, ctx, { slug: 'shade', domain: host })
  await createAlias(deps, ctx, { linkId: moved.url_id, draft: { slug: 'lamp', domain: null } })
  await aLink(deps, ctx, { slug: 'lamp', domain: host })
  await aLink(deps, ctx, { slug: 'noted', notes: 'Printed as go.test/old' })

  expect(await listFoundUrls(deps, ctx, { search: 'http://go.test/lamp' })).toEqual([`${host}/shade`])
  expect(await listFoundUrls(deps, ctx, { search: 'go.test/old' })).toEqual(['go.test/noted'])
  expect(await listFoundUrls(deps, ctx, { search: 'http://go.test/lamp', domain: 'none' })).toEqual([])
})

it('never finds links of another organization that has the same host', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const domainId = await aServedDomain(deps, mia, host)
  const link = await aLink(deps, mia, { slug: 'lamp', domain: host })
  const byAddress = sql<{ ids: string[] }>`select find_links_by_address(${mia.project.id}, ${domainId}, 'lamp', 'lamp%', 10) as ids`
  const byText = sql<{ ids: string[] }>`
    select find_domain_links(${mia.project.id}, ${domainId}, false, null, null, '%lamp%', null, null, 10) as ids`
  await runAsOwner(deps, (owner) =>
    owner.query(
      `insert into domains (id, organization_id, host, token, status_since, checking_since, created_at)
       values (uuidv7(), $1, $2, 'token', now(), now(), now())`,
      [noah.organization.id, host],
    ),
  )

  for (const query of [{ search: `${host}/lamp` }, { search: host }, { search: 'lamp', domain: host }])
    for (const ctx of [noah, { ...mia, organization: noah.organization }]) expect(await listFoundUrls(deps, ctx, query)).toEqual([])
  for (const query of [byAddress, byText]) {
    const findIdsFor = async (organizationId: string) =>
      (await withScope(deps.db, { organizationId }, (tx) => query.execute(tx))).rows.flatMap((row) => row.ids)
    expect(await findIdsFor(mia.organization.id)).toEqual([link.url_id])
    expect(await findIdsFor(noah.organization.id)).toEqual([])
    await expect(query.execute(deps.edgeDb)).rejects.toThrow('permission denied')
  }
})

/** Returns the plans by which PostgreSQL ran the statements inside a function, one plan per statement. */
async function explainStatements(deps: TestDeps, ctx: ProjectContext, call: string, values: readonly unknown[]): Promise<string[]> {
  return runAsOwner(deps, async (owner) => {
    const plans: string[] = []
    await owner.query("load 'auto_explain'")
    await owner.query(`set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_level = notice; set role linkshelf_app`)
    await owner.query(`select set_config('linkshelf.organization_id', $1, false)`, [ctx.organization.id])
    owner.on('notice', ({ message }) => {
      if (message?.includes('from links')) plans.push(message)
    })
    await owner.query(call, [ctx.project.id, ...values])
    return plans
  })
}

it('scans no table for a search on one domain, or for an address, among 12,000 links and their aliases', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, { settings: ['package=Business'] })
  const domainId = await aServedDomain(deps, ctx, host)
  await runAsOwner(deps, async (owner) => {
    await owner.query(
      `insert into links (id, organization_id, project_id, domain_id, slug, target, is_pending, created_at)
       select gen_random_uuid(), $1, $2, case when nth % 2 = 0 then $3::uuid end, 'slug-' || nth,
         'https://shop.example/' || case when nth = 9000 then 'zanzibar/' else '' end || md5(nth::text), false,
         timestamptz '2026-01-31' - nth * interval '1 minute'
       from generate_series(1, 12000) as nth`,
      [ctx.organization.id, ctx.project.id, domainId],
    )
    await owner.query(
      `insert into link_aliases (id, organization_id, project_id, link_id, domain_id, slug, created_at)
       select gen_random_uuid(), organization_id, project_id, id, domain_id, 'old-' || slug, created_at from links where slug like '%0'`,
    )
    await owner.query('vacuum (analyze) links, link_aliases')
  })
  const search = 'select find_domain_links($1, $2, false, null, null, $3, null, null, 21)'

  const rare = await explainStatements(deps, ctx, search, [domainId, '%zanzibar%'])
  const common = await explainStatements(deps, ctx, search, [domainId, '%slug%'])
  const address = await explainStatements(deps, ctx, 'select find_links_by_address($1, $2, $3, $4, 21)', [
    domainId,
    'slug-9000',
    'slug-9000%',
  ])

  expect(rare[0]).toContain('links_domain_page_idx')
  expect(rare.at(-1)).toContain('Bitmap Index Scan on links_search_idx')
  expect(common).toHaveLength(1)
  expect(common[0]).toContain('links_domain_page_idx')
  expect(address.join()).toContain('links_slug_start_idx')
  expect([rare, common, address].flat().filter((plan) => plan.includes('Seq Scan'))).toEqual([])
  expect(await listFoundUrls(deps, ctx, { search: 'zanzibar', domain: host })).toEqual([`${host}/slug-9000`])
})
