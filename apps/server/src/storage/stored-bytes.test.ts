import { linksBulkCreate, projectDraft } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aFullProject, anArchive } from '../../test/builders/archive-builder.ts'
import { aCheckedLinkImport, aLink, anOrganization, aProject, type OwnedOrganization } from '../../test/builders/builders.ts'
import { anImage, toDataUrl } from '../../test/builders/image-builder.ts'
import { deleteOrganizationNow } from '../../test/databases/delete-organization-now.ts'
import { queryAsOwner, runAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import { aCheckedArchive } from '../../test/run-import.ts'
import { type OrganizationContext, read } from '../access/index.ts'
import { deleteImport } from '../data-transfer/import/imports.ts'
import { bulkCreateLinks } from '../links/write/bulk-create-links.ts'
import { createOrganization } from '../organizations/organizations.ts'
import { createProject, deleteProject } from '../projects/projects.ts'
import { updateQrCode } from '../qr-codes/qr-codes.ts'
import { foldStoredBytes, sumBytesByKind } from './index.ts'

/** These statements count the stored bytes from the tables themselves, by kind. */
const recount = `
  select kind, sum(bytes)::float8 as bytes from (
    select organization_id, case when purpose = 'social' then 'drawn_pictures' else 'pictures' end as kind, octet_length(bytes)::bigint as bytes
      from upload_files join uploads using (digest, organization_id)
    union all select organization_id, case when purpose = 'social' then 'drawn_pictures' else 'pictures' end, octet_length(source) from uploads
    union all select organization_id, 'pictures', octet_length(logo) from qr_codes
    union all select organization_id, 'icons', octet_length(bytes) from site_icons
    union all select organization_id, 'imports', octet_length(file) from file_imports
    union all select organization_id, 'imports', octet_length(cells::text) + octet_length(array_to_string(reasons, '')) from file_import_issues
    union all select organization_id, 'archives', octet_length(bytes) from data_import_parts
    union all select organization_id, 'archives', octet_length(note) from data_import_notes
    union all select organization_id, 'responses', octet_length(response::text) from idempotent_responses
    union all select organization_id, 'exports', octet_length(bytes) + octet_length(files::text) from data_export_parts
  ) as stored where organization_id = $1 group by kind having sum(bytes) > 0`

async function recountBytes(deps: TestDeps, { organization }: OrganizationContext): Promise<Record<string, number>> {
  const rows = await queryAsOwner<{ kind: string; bytes: number }>(deps, recount, [organization.id])
  return Object.fromEntries(rows.map(({ kind, bytes }) => [kind, bytes]))
}

/** Returns the counted bytes of each kind that has any bytes. */
async function selectCountedBytes(ctx: OrganizationContext): Promise<Record<string, number>> {
  const stored = await read(ctx, (tx) => sumBytesByKind(tx, ctx))
  return Object.fromEntries(Object.entries(stored).filter(([, bytes]) => bytes !== 0))
}

/** Stores bytes of every kind except icons and drawn pictures, which jobs create. */
async function storeEverything(deps: TestDeps, owned: OwnedOrganization) {
  const ctx = await aFullProject(deps, owned)
  const archive = await anArchive(deps, owned.ctx)
  const link = await aLink(deps, ctx)
  const logo = toDataUrl(await anImage().png().toBuffer())
  await updateQrCode(deps, ctx, { subject: { kind: 'link', id: link.url_id }, update: { logo } })
  const draft = linksBulkCreate.parse({ items: [{ target: 'https://shop.example/lämp', notes: 'ä'.repeat(900) }] })
  await bulkCreateLinks(deps, ctx, { ...draft, key: 'key' })
  await aCheckedLinkImport(deps, ctx, 'slug,url\na b,https://a.example/\nfine,not an address')
  const { import_id: importId } = await aCheckedArchive(deps, owned.ctx, archive)
  return { ctx, importId }
}

it('counts the bytes of every kind for their organization in the transaction that stores or deletes them', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const [mia, noah] = [await anOrganization(deps, { settings: ['package=Pro'] }), await anOrganization(deps, { settings: ['package=Pro'] })]
  const { ctx, importId } = await storeEverything(deps, mia)
  await aCheckedLinkImport(deps, await aProject(deps, { owned: noah }), 'url\nhttps://b.example/')

  const all = await selectCountedBytes(mia.ctx)
  expect(Object.keys(all).toSorted()).toEqual(['archives', 'exports', 'imports', 'pictures', 'responses'])
  expect(all).toEqual(await recountBytes(deps, mia.ctx))

  await runAsJobsAccount(deps, ({ db }) => foldStoredBytes(db))
  expect(await selectCountedBytes(mia.ctx)).toEqual(all)
  const rows = await queryAsOwner(deps, 'select organization_id, kind, count(*)::int as count from stored_bytes group by 1, 2')
  expect(rows.filter(({ count }) => count > 1)).toEqual([])

  await deleteImport(mia.ctx, importId)
  await createProject(deps, mia.ctx, projectDraft.parse({ name: 'Another', description: 'Another one' }))
  await deleteProject(ctx)
  const { pictures, exports } = await selectCountedBytes(mia.ctx)
  expect(await selectCountedBytes(mia.ctx)).toEqual({ pictures, exports })
  expect(exports).toBe(all.exports)
  expect(await selectCountedBytes(mia.ctx)).toEqual(await recountBytes(deps, mia.ctx))

  await createOrganization(deps, mia.user, 'Another')
  await deleteOrganizationNow(mia.ctx)
  await runAsJobsAccount(deps, ({ db }) => foldStoredBytes(db))
  const left = await queryAsOwner(deps, 'select distinct organization_id as id from stored_bytes')
  expect(left).toEqual([{ id: noah.ctx.organization.id }])
  expect(await selectCountedBytes(noah.ctx)).toEqual(await recountBytes(deps, noah.ctx))
})

/** Columns of bytes and documents that are not counted. The keys are the reasons. */
const uncounted = {
  'are hashes': [
    'api_keys.digest',
    'data_export_downloads.hash',
    'idempotent_responses.key_hash',
    'idempotent_responses.request_hash',
    'invitation_tokens.token_hash',
    'short_url_requests.url_hash',
  ],
  'are counted by another column': ['upload_files.bytes'],
  'belong to a user of several organizations': ['avatars.bytes'],
  'have fields of limited length, in rows of a limited number': [
    'amazon_migrations.outcomes',
    'amazon_migrations.settings',
    'data_exports.position',
    'data_imports.summary',
    'deleted_products.product',
    'domains.seen',
    'earning_rates.rates',
    'file_imports.choices',
    'file_imports.counts',
    'file_imports.details',
    'file_imports.header',
    'file_imports.ignored_columns',
    'file_imports.undo',
    'integrations.settings',
    'links.expanded_shops',
    'links.shops',
    'outward_requests.payload',
    'outward_requests.state',
    'picture_tasks.payload',
    'products.attributes',
    'products.image_focus',
    'products.price',
    'saved_views.view',
    'stores.social_links',
  ],
  'are a copy of what is limited, for each change of it': [
    'amazon_migration_links.shops_after',
    'amazon_migration_links.shops_before',
    'audit_log.after',
    'audit_log.before',
    'youtube_videos.text_after',
    'youtube_videos.text_before',
    'youtube_videos.text_found',
    'youtube_videos.text_original',
    'youtube_videos.text_seen',
  ],
}

it('counts every column of bytes or documents in tables of organizations, or says why it is not counted', async () => {
  await using deps = await openTestDeps()
  const columns = await queryAsOwner<{ name: string; is_counted: boolean }>(
    deps,
    `select c.table_name || '.' || c.column_name as name, exists (
      select from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where tgrelid = c.table_name::regclass and proname = 'count_stored_bytes' and encode(tgargs, 'escape') like '%' || c.column_name || '%'
      group by tgrelid having count(*) = 3) as is_counted
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('bytea', 'json', 'jsonb') and (c.table_name = 'avatars' or exists (
      select from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'organization_id'))
    order by 1`,
  )

  expect(columns.filter(({ is_counted }) => !is_counted).map(({ name }) => name)).toEqual(Object.values(uncounted).flat().toSorted())
  expect(columns.filter(({ is_counted }) => is_counted).map(({ name }) => name)).toEqual([
    'data_export_parts.bytes',
    'data_export_parts.files',
    'data_import_parts.bytes',
    'file_import_issues.cells',
    'file_imports.file',
    'idempotent_responses.response',
    'qr_codes.logo',
    'site_icons.bytes',
    'uploads.source',
  ])
})

it('lets the application read the counts of its organization, and never write them', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)

  for (const statement of [
    `insert into stored_bytes (organization_id, kind, bytes) values ('${ctx.organization.id}', 'pictures', -1)`,
    'delete from stored_bytes',
  ])
    await expect(runAsOwner({ databaseUrl: deps.accounts.api }, (api) => api.query(statement))).rejects.toThrow('permission denied')
})
