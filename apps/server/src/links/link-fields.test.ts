// These tests cover every place that has all fields of a link. If a new field is missing in one of them, the compiler
// or a test says so.
import { exportQuery, fileImportId, type LinkDraft, type LinkUpdate } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aCheckedLinkImport, aLink, aProject } from '../../test/builders/builders.ts'
import { aVerifiedDomain, openDomainTest } from '../../test/builders/domain-builder.ts'
import type { TestDeps } from '../../test/open-test-deps.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { exportAnalytics } from '../analytics/export/export-analytics.ts'
import { runImport } from '../file-imports/import-jobs.ts'
import { startImport } from '../file-imports/index.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { getLink } from './get-link.ts'
import { linkImports } from './import/link-imports.ts'
import { listLinks } from './list/list-links.ts'
import { contentFields, erasedContent, type LinkContent, linkColumnGroups } from './tables/link-columns.ts'
import { deleteLink } from './write/delete-link.ts'
import { eraseLinks } from './write/erase-links.ts'
import { updateLink } from './write/update-link.ts'

const domain = 'go.lamps.example'

/** Each field differs from its default. */
const draft: Required<LinkDraft> = {
  target: 'https://maker.example/brass-lamp',
  labels: ['lamps', 'sale'],
  domain,
  slug: 'brass',
  title: 'Brass lamp',
  notes: 'For the newsletter',
  affiliated: false,
  shops: [{ place: 'DE', name: null, target: 'https://shop.example/de' }],
  choice_page: true,
}
const { slug: _slug, domain: _domain, ...content } = draft

function selectUpdates(deps: TestDeps, ctx: ProjectContext) {
  return withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.selectFrom('audit_log').select('after').where('action', '=', 'link.update').execute(),
  )
}

it('assigns each column of the table to one group', async () => {
  await using deps = await openTestDeps()
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'links'`.execute(deps.db)

  expect(Object.keys(linkColumnGroups).sort()).toEqual(rows.map(({ name }) => name).sort())
  const ofContent = Object.entries(linkColumnGroups).filter(([, group]) => group === 'content')
  expect(Object.keys(erasedContent).sort()).toEqual(ofContent.map(([column]) => column).sort())
})

it('stores, changes and audits each field of a draft', async () => {
  await using deps = await openDomainTest()
  const ctx = await aProject(deps)
  await aVerifiedDomain(deps, ctx, { host: domain })
  const plain = await aLink(deps, ctx)
  for (const field of Object.keys(contentFields) as (keyof typeof contentFields)[]) expect(draft[field], field).not.toEqual(plain[field])

  const created = await aLink(deps, ctx, draft)
  expect(created).toMatchObject({ ...content, url: `https://${domain}/brass` })
  const update: Required<Omit<LinkUpdate, 'domain' | 'slug' | 'revision'>> = { ...content, own_title: true }
  expect(await updateLink(deps, ctx, { linkId: plain.url_id, update })).toMatchObject(content)
  expect(await getLink(deps, ctx, plain.url_id)).toMatchObject(content)
  expect(await selectUpdates(deps, ctx)).toMatchObject([{ after: content }])
})

it('erases all content of a deleted link', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { url_id: id } = await aLink(deps, ctx)
  const filled: LinkContent = {
    target: 'https://sho.example/1',
    expanded_target: 'https://shop.example/1',
    title: 'Lamp',
    has_own_title: true,
    notes: 'Autumn',
    labels: ['light'],
    brand_logo: 'https://shop.example/logo.png',
    is_affiliated: false,
    shops: [{ place: 'DE', name: null, target: 'https://sho.example/2' }],
    expanded_shops: { 'https://sho.example/2': 'https://shop.example/2' },
    has_choice_page: true,
  }
  const columns = Object.keys(filled) as (keyof LinkContent)[]
  for (const column of columns) expect(filled[column], column).not.toEqual(erasedContent[column])
  const selectContent = () =>
    withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
      tx.selectFrom('links').select(columns).where('id', '=', id).executeTakeFirstOrThrow(),
    )
  await withScope(deps.db, { organizationId: ctx.organization.id }, async (tx) => {
    const { shops, expanded_shops, expanded_target, ...values } = filled
    const json = { shops: JSON.stringify(shops), expanded_shops: JSON.stringify(expanded_shops) }
    await tx
      .updateTable('links')
      .set({ ...values, ...json })
      .where('id', '=', id)
      .execute()
    // A trigger clears expanded_target when the target changes, so expanded_target is set afterwards.
    await tx.updateTable('links').set({ expanded_target }).where('id', '=', id).execute()
  })
  expect(await selectContent()).toEqual(filled)

  await deleteLink(ctx, id)
  await eraseLinks(ctx, [id])

  expect(await selectContent()).toEqual(erasedContent)
})

it('imports each column of a file that was exported', async () => {
  await using deps = await openDomainTest({ clicks: true })
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  await aVerifiedDomain(deps, ctx, { host: domain })
  await aLink(deps, ctx, draft)
  const { body } = await exportAnalytics(deps, ctx, exportQuery.parse({ table: 'urls' }))
  const csv = Buffer.concat(await Array.fromAsync(body)).toString()

  await using other = await openDomainTest()
  const moved = await aProject(other, { settings: ['package=Pro'] })
  await aVerifiedDomain(other, moved, { host: domain })
  const { import_id } = await aCheckedLinkImport(other, moved, csv)
  const importId = fileImportId.parse(import_id)
  await startImport(linkImports, moved, { importId, input: { replace_slugs: false } })
  await runImport(linkImports, other, { organizationId: moved.organization.id, projectId: moved.project.id, importId })

  const { links } = await listLinks(other, moved, { archived: false, limit: 2 })
  const { affiliated: _affiliated, shops: _shops, choice_page: _choice, ...imported } = content
  expect(links).toMatchObject([{ ...imported, url: `https://${domain}/brass` }])
})
