import { type AuditLogFilterInput, auditLogQuery, type LinkId, linkQuery, type ProjectId, savedViewId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import {
  aCheckedLinkImport,
  aLabel,
  aLink,
  aMember,
  anApiKey,
  anInvitation,
  anOrganization,
  aProduct,
  aProject,
  aStore,
  catchErrorCode,
  getProjectContext,
  toApiKeyContext,
} from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { mutate, type OrganizationContext } from '../access/index.ts'
import { analyticsViewKind } from '../analytics/analytics-views.ts'
import { revokeApiKey } from '../api-keys/api-keys.ts'
import { runImport } from '../file-imports/import-jobs.ts'
import { startImport } from '../file-imports/index.ts'
import { getProfile } from '../identity/profile/profile.ts'
import { updateLabel } from '../labels/labels.ts'
import { linkImports } from '../links/import/link-imports.ts'
import { linkLabelListener } from '../links/index.ts'
import { linkViewKind } from '../links/link-views.ts'
import { listLinks } from '../links/list/list-links.ts'
import { bulkUpdateLinks } from '../links/write/bulk-update-links.ts'
import { bulkDeleteLinks, deleteLink } from '../links/write/delete-link.ts'
import { restoreLinks } from '../links/write/restore-links.ts'
import { updateLink } from '../links/write/update-link.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { changeRole, removeMember } from '../organizations/members.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { eraseProducts } from '../products/deletion/erase-products.ts'
import { deleteProduct } from '../products/products.ts'
import { createProject, updateProject } from '../projects/projects.ts'
import { createSavedView, deleteSavedView, updateSavedView } from '../saved-views/index.ts'
import { activateStore } from '../stores/stores.ts'
import { exportAuditLogs, listAuditLogs } from './audit-logs.ts'

interface Query extends AuditLogFilterInput {
  limit?: number
  cursor?: string | undefined
}

async function listDescriptions(ctx: OrganizationContext, query: Query = {}): Promise<string[]> {
  return (await listAuditLogs(ctx, auditLogQuery.parse(query))).entries.map(({ description }) => description)
}

it('lists what changed, by whom and when, latest first', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const label = await aLabel(deps, { ...ctx, now: deps.clock.now() }, { name: 'lamps' })
  await updateLabel(
    { labelListener: linkLabelListener },
    { ...ctx, now: deps.clock.now() },
    {
      labelId: label.label_id,
      update: { name: 'Lights' },
    },
  )
  await setOrganizationSettings(deps, owned.organization.id, ['package=Pro'])

  const { entries } = await listAuditLogs(owned.ctx, auditLogQuery.parse({}))

  expect(entries.map(({ eventType, description, actor }) => [eventType, description, actor.kind])).toEqual([
    ['organization_updated', "Changed plan and full analytics of organization “Mia's shelf”", 'system'],
    ['label_updated', 'Renamed label “lamps” to “Lights”', 'user'],
    ['label_created', 'Created label “lamps”', 'user'],
    ['organization_created', 'Created this organization', 'user'],
  ])
  expect(entries[1]).toMatchObject({
    actor: { id: owned.user.actor.userId, name: 'Mia Reed' },
    project: { project_id: ctx.project.id, name: 'My links' },
    entity: 'label',
    entity_id: label.label_id,
    before: { name: 'lamps' },
    after: { name: 'Lights' },
  })
})

it('names the API key that made a change, even after the key was revoked', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const key = await anApiKey(deps, owned.ctx, { name: 'CI' })
  await aLink(deps, { ...ctx, ...toApiKeyContext(owned.user, { keyId: key.id, organizationId: ctx.organization.id }) }, { slug: 'by-key' })
  await revokeApiKey(owned.ctx, key.id)

  const { entries } = await listAuditLogs(owned.ctx, auditLogQuery.parse({ actor: key.id }))

  expect(entries.map(({ description, actor }) => [description, actor])).toEqual([
    ['Created link “by-key”', { kind: 'api_key', id: key.id, name: 'CI' }],
  ])
  expect(await listDescriptions(owned.ctx, { actor: 'api_key' })).toEqual(['Created link “by-key”'])
})

it('names the members whom changes are about, even after they were removed', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aMember(deps, owned)
  const { full_name: name } = await getProfile(noah)
  await changeRole(owned.ctx, { userId: noah.actor.userId, role: 'owner' })
  await removeMember(owned.ctx, noah.actor.userId)

  const sentences = await listDescriptions(owned.ctx, { group: 'member' })

  // The order is not checked, because both entries may have the same millisecond.
  expect(sentences).toEqual(expect.arrayContaining([`Removed member “${name}”`, `Changed role of member “${name}”`]))
})

it('returns whether links and products still exist', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const [link, gone] = [await aLink(deps, ctx, { slug: 'stays' }), await aLink(deps, ctx, { slug: 'gone' })]
  const product = await aProduct(deps, ctx)
  await deleteLink(ctx, gone.url_id)

  const { entries } = await listAuditLogs(owned.ctx, auditLogQuery.parse({}))

  const existsByDescription = new Map(entries.map(({ description, exists }) => [description, exists]))
  expect(existsByDescription.get('Created link “stays”')).toBe(true)
  expect(existsByDescription.get('Created link “gone”')).toBe(false)
  expect(existsByDescription.get('Created product “Brass lamp”')).toBe(true)
  expect(existsByDescription.get('Created this organization')).toBe(false)
  expect([link.url_id, product.product_id].every((id) => entries.some((entry) => entry.entity_id === id))).toBe(true)
})

it('names the entities of job entries even if the entry contains no name (as in earlier versions) or the entity was deleted', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const [link, gone] = [await aLink(deps, ctx, { slug: 'stays' }), await aLink(deps, ctx, { slug: 'gone' })]
  const [product, store] = [await aProduct(deps, ctx), await aStore(deps, ctx)]
  await deleteLink(ctx, gone.url_id)
  const job = { ...ctx, actor: { kind: 'system', name: 'a-job' } as const }
  const written = [
    { action: 'link.check_page', entity: 'link', entityId: link.url_id },
    { action: 'link.change_health', entity: 'link', entityId: gone.url_id },
    { action: 'store.draw_picture', entity: 'store', entityId: store.store_id },
    { action: 'product.draw_picture', entity: 'product', entityId: product.product_id },
    { action: 'clicks.delete', entity: 'clicks', entityId: link.url_id },
    { action: 'integration.save', entity: 'integration', entityId: 'amazon' },
  ] as const
  for (const mutation of written)
    await mutate(job, mutation, async (_tx, change) => {
      change.before = { picture: null, status: 'broken' }
      change.after = { picture: 'digest', status: 'ok' }
    })

  expect((await listDescriptions(owned.ctx, { actor: 'system' })).toSorted()).toEqual([
    'Checked the page of link “stays”',
    'Created share image of product “Brass lamp”',
    `Created share image of store “${store.name}”`,
    'Deleted recorded clicks of “stays”',
    'Link “gone” works again',
    'Saved integration',
  ])
})

it('lists the changes of one link, and reduces changes of several links to this one', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const [link, other] = [await aLink(deps, ctx, { slug: 'mine' }), await aLink(deps, ctx, { slug: 'other' })]
  await bulkUpdateLinks(
    deps,
    { ...ctx, now: new Date(ctx.now.getTime() + 1_000) },
    { url_ids: [link.url_id as LinkId, other.url_id as LinkId], archived: true, add_labels: [], remove_labels: [] },
  )

  const { entries } = await listAuditLogs(owned.ctx, auditLogQuery.parse({ url_id: link.url_id }))

  expect(entries.map(({ description }) => description)).toEqual(['Changed 2 links', 'Created link “mine”'])
  expect(entries[0]).toMatchObject({ before: { archived: false }, after: { archived: true } })
})

it('shows that an imported link was imported, and who started the import', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const { full_name: name } = await getProfile(owned.user)
  const csv = 'url,slug,created\nhttps://a.example/,first,2020-01-01\nhttps://b.example/,second,2020-01-01\n'
  const { import_id: importId } = await aCheckedLinkImport(deps, ctx, csv)
  await startImport(linkImports, ctx, { importId, input: { replace_slugs: false } })
  await runImport(linkImports, deps, { organizationId: owned.organization.id, projectId: ctx.project.id, importId })
  const { links } = await listLinks(deps, ctx, linkQuery.parse({ search: 'second' }))

  const { entries } = await listAuditLogs(owned.ctx, auditLogQuery.parse({ url_id: links[0]?.url_id }))

  expect(entries).toMatchObject([
    { description: `Imported 2 links from “links.csv”, started by ${name}`, before: null, after: { file_name: 'links.csv', line: 3 } },
  ])
})

it('lists the changes that charts mark: of links, of links with a label, and, if no link is chosen, of videos and the store', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const link = await aLink(deps, ctx, { slug: 'labelled', labels: ['Video'] })
  const other = await aLink(deps, ctx, { slug: 'other' })
  const store = await aStore(deps, ctx)
  let seconds = 0
  const shiftTime = () => ({ ...ctx, now: new Date(ctx.now.getTime() + ++seconds * 1_000) })
  await updateLink(deps, shiftTime(), { linkId: link.url_id, update: { target: 'https://shop.example/one' } })
  await updateLink(deps, shiftTime(), { linkId: other.url_id, update: { target: 'https://shop.example/two' } })
  await activateStore(deps, shiftTime(), store.store_id)
  await mutate(
    shiftTime(),
    { action: 'youtube_channel.migrate_video', entity: 'youtube_channel', entityId: deps.ids.next() },
    async (_tx, change) => {
      change.before = { state: 'queued' }
      change.after = { name: 'Ten mugs', state: 'migrated' }
    },
  )
  const listMarked = (query: Query) => listDescriptions(owned.ctx, { marked: 'true', project_id: ctx.project.id, ...query })

  expect(await listMarked({})).toEqual([
    'Migrated video “Ten mugs”',
    expect.stringMatching(/^Published store/),
    'Changed destination of link “other”',
    'Changed destination of link “labelled”',
  ])
  expect(await listMarked({ group: 'store' })).toEqual([expect.stringMatching(/^Published store/)])
  expect(await listMarked({ label: 'video' })).toEqual(['Changed destination of link “labelled”'])
  expect(await listMarked({ url_id: other.url_id })).toEqual(['Changed destination of link “other”'])
  expect(await listMarked({ label: 'video', url_id: other.url_id })).toEqual([])
  expect(await catchErrorCode(listDescriptions(owned.ctx, { label: 'video' }))).toBe('REQUEST_INVALID')
})

it('pages through all entries, each once, even if entries are added between pages', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  for (let nth = 1; nth <= 5; nth += 1) await aLink(deps, ctx, { slug: `nth-${nth}` })

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listAuditLogs(owned.ctx, auditLogQuery.parse({ limit: 2, group: 'link', cursor }))
    seen.push(...page.entries.map(({ description }) => description))
    cursor = page.nextCursor
    if (seen.length === 2) await aLink(deps, ctx, { slug: 'newcomer' })
  } while (cursor !== undefined)

  expect(seen).toEqual([5, 4, 3, 2, 1].map((nth) => `Created link “nth-${nth}”`))
  expect(await catchErrorCode(listAuditLogs(owned.ctx, auditLogQuery.parse({ cursor: 'bm9uc2Vuc2U' })))).toBe('REQUEST_INVALID')
})

it('filters by event type, group, actor, project and days', async () => {
  let now = new Date('2026-03-01T23:30:00Z')
  await using deps = await openTestDeps({ clock: { now: () => now } })
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const member = await aMember(deps, owned)
  now = new Date('2026-03-02T12:00:00Z')
  const second = await createProject(deps, { ...owned.ctx, now }, { name: 'Second', description: 'Other links' })
  now = new Date('2026-03-03T12:00:00Z')
  const inSecond = await getProjectContext({ ...owned.user, actor: member.actor }, owned.organization.id, second.id)
  await aLink(deps, inSecond, { slug: 'theirs' })
  now = new Date('2026-03-03T12:00:01Z')
  await aLink(deps, ctx, { slug: 'mine' })
  await setOrganizationSettings(deps, owned.organization.id, ['dashboard_days=90'])
  const listFiltered = (query: Query) => listDescriptions(owned.ctx, query)

  expect(await listFiltered({ event_type: 'project_created' })).toEqual(['Created project “Second”'])
  expect(await listFiltered({ event_type: 'project.create' })).toEqual(['Created project “Second”'])
  expect(await listFiltered({ event_type: 'no_such_event' })).toEqual([])
  expect(await listFiltered({ group: 'link' })).toEqual(['Created link “mine”', 'Created link “theirs”'])
  expect(await listFiltered({ actor: member.actor.userId })).toEqual(['Created link “theirs”'])
  expect(await listFiltered({ actor: 'system' })).toEqual(["Changed days in charts of organization “Mia's shelf”"])
  expect(await listFiltered({ actor: 'user' })).toEqual([
    'Created link “mine”',
    'Created link “theirs”',
    'Created project “Second”',
    'Created this organization',
  ])
  expect(await listFiltered({ actor: 'api_key' })).toEqual([])
  expect(await listFiltered({ project_id: second.id })).toEqual(['Created link “theirs”'])
  expect(await listFiltered({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['Created project “Second”'])
  // In Tokyo, the organization was created on March 2.
  expect(await listFiltered({ to: '2026-03-01', tz: 'Asia/Tokyo' })).toEqual([])
  expect(await listFiltered({ from: '2026-03-02', to: '2026-03-02', tz: 'Asia/Tokyo' })).toEqual([
    'Created project “Second”',
    'Created this organization',
  ])
})

it('searches values and labels ignoring case, and treats % literally', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const link = await aLink(deps, ctx, { slug: 'summer', target: 'https://shop.example/Lamp' })
  await updateLink(
    deps,
    { ...ctx, now: deps.clock.now() },
    {
      linkId: link.url_id,
      update: { target: 'https://shop.example/100%25' },
    },
  )
  await aLabel(deps, ctx, { name: 'Zanzibar' })

  expect(await listDescriptions(owned.ctx, { search: 'LAMP' })).toEqual(['Changed destination of link “summer”', 'Created link “summer”'])
  expect(await listDescriptions(owned.ctx, { search: '0%2' })).toEqual(['Changed destination of link “summer”'])
  expect(await listDescriptions(owned.ctx, { search: 'z%b' })).toEqual([])
  expect(await listDescriptions(owned.ctx, { search: 'label created' })).toEqual(['Created label “Zanzibar”'])
  expect(await listDescriptions(owned.ctx, { search: 'zanz', group: 'link' })).toEqual([])
  // A search does not match the names of fields.
  expect(await listDescriptions(owned.ctx, { search: 'target' })).toEqual([])
})

it('shows entries to all members, request addresses only to owners, and nothing to other users', async () => {
  await using deps = await openTestDeps()
  const [owned, other] = [await anOrganization(deps), await anOrganization(deps)]
  const call = createApiCaller(deps)
  const path = `/v1/${owned.organization.id}/audit-logs`
  await call(owned.user, { method: 'PATCH', path: `/v1/organizations/${owned.organization.id}`, body: { name: 'Renamed' } })
  await withScope(deps.db, { organizationId: owned.organization.id }, (tx) =>
    tx.updateTable('members').set({ role: 'owner' }).where('organization_id', '=', owned.ctx.organization.id).execute(),
  )
  const member = await aMember(deps, owned)

  const listHasAddress = async (ctx: OrganizationContext) =>
    (await listAuditLogs(ctx, auditLogQuery.parse({ event_type: 'organization_updated' }))).entries.map(
      ({ metadata }) => 'address' in metadata,
    )
  expect(await listHasAddress(owned.ctx)).toEqual([true])
  expect(await listHasAddress(member)).toEqual([false])
  expect((await call(other.user, { method: 'GET', path })).status).toBe(404)
  expect((await call(owned.user, { method: 'GET', path: `${path}?group=nonsense` })).status).toBe(400)
  expect(await listDescriptions({ ...owned.ctx, organization: { ...other.ctx.organization } })).toEqual(['Created this organization'])
})

it('shows viewers no email address and no key, and does not find entries by them', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  await anInvitation(deps, owned, { email: 'noah@people.test' })
  const { key } = await anApiKey(deps, owned.ctx)
  const viewer = await aMember(deps, owned, { role: 'viewer' })
  const found = (ctx: OrganizationContext, search: string) => listDescriptions(ctx, { search })

  expect(await found(owned.ctx, 'noah@people')).toEqual([
    'Sent the invitation of member “noah@people.test”',
    'Invited member “noah@people.test”',
  ])
  expect(await found(owned.ctx, key.slice(0, 9))).toHaveLength(1)
  for (const search of ['noah@people', key.slice(0, 9)]) expect(await found(viewer, search)).toEqual([])
  expect(await found(viewer, 'member invited')).toEqual(['Invited member'])
  expect(JSON.stringify(await listAuditLogs(viewer, auditLogQuery.parse({})))).not.toMatch(/people\.test|lsk_/)
})

it('records who saved, changed or deleted their own view or report, but not its content', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = { ...(await aProject(deps, { owned })), actor: owned.user.actor }
  const member = await aMember(deps, owned)
  const draft = { name: 'Secret plan', view: { query: 'search=secret' } }
  const viewId = savedViewId.parse((await createSavedView(linkViewKind, deps, ctx, draft)).view_id)
  await updateSavedView(linkViewKind, ctx, { viewId, update: { ...draft, name: 'Secret again' } })
  await deleteSavedView(linkViewKind, ctx, viewId)
  const report = await createSavedView(analyticsViewKind, deps, ctx, { name: 'Secret plan', view: { country: 'DE' }, is_mailed: true })
  const reportId = savedViewId.parse(report.report_id)
  await updateSavedView(analyticsViewKind, ctx, { viewId: reportId, update: { name: 'Secret again' } })
  await deleteSavedView(analyticsViewKind, ctx, reportId)

  const { entries } = await listAuditLogs(member, auditLogQuery.parse({}))

  const own = entries.filter(({ entity }) => entity === 'link_view' || entity === 'saved_report')
  expect(own.map(({ description }) => description).sort()).toEqual([
    'Changed a saved view',
    'Changed a view of links',
    'Deleted a saved view',
    'Deleted a view of links',
    'Saved a view',
    'Saved a view of the list of links',
  ])
  for (const { actor, before, after } of own) expect([actor.name, before, after]).toEqual(['Mia Reed', null, null])
})

it('exports all entries as a CSV file, with formulas escaped', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  await updateProject({ ...ctx, now: deps.clock.now() }, { name: '=HYPERLINK("https://evil.example")' })
  await withScope(deps.db, { organizationId: ctx.organization.id }, async (tx) => {
    const values = Array.from({ length: 1_500 }, (_, nth) => ({
      created_at: new Date(Date.UTC(2026, 0, 1) + nth),
      organization_id: ctx.organization.id,
      project_id: ctx.project.id as ProjectId,
      actor_kind: 'system' as const,
      actor_id: 'check-page',
      source: 'job' as const,
      request_id: 'test',
      action: 'link.check_page' as const,
      entity: 'link' as const,
      entity_id: deps.ids.next<LinkId>(),
    }))
    await tx.insertInto('audit_log').values(values).execute()
  })

  const file = await exportAuditLogs(deps, owned.ctx, auditLogQuery.parse({}))

  const lines = Buffer.concat(await Array.fromAsync(file.body))
    .toString()
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(1 + 1_502)
  expect(lines[0]).toBe('\uFEFFid,date,event_type,event,description,actor,project,entity,entity_id,address,before,after')
  const renamed = lines.find((line) => line.includes('project_updated'))
  expect(renamed).toContain(`"'=HYPERLINK(""https://evil.example"")",project,`)
  expect(lines.at(-1)).toContain(',link_page_checked,Link checked,Checked the page of link,Linkshelf,')
  expect(file.headers['content-disposition']).toMatch(/filename="activity-\d{4}-\d\d-\d\d\.csv"/)
})

it('names what a deletion can still restore, until it is restored or erased', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const links = [await aLink(deps, ctx), await aLink(deps, ctx)].map(({ url_id }) => url_id)
  const { product_id: product } = await aProduct(deps, ctx)
  await bulkDeleteLinks(ctx, links)
  await deleteProduct(ctx, product)
  const listRestorable = async (action: string) => {
    const { entries } = await listAuditLogs(ctx, auditLogQuery.parse({ event_type: action }))
    return entries.flatMap(({ restorable_ids: ids }) => ids).toSorted()
  }

  expect(await listRestorable('link.bulk_delete')).toEqual(links.toSorted())
  expect(await listRestorable('product.delete')).toEqual([product])
  expect(await listRestorable('link.create')).toEqual([])

  await restoreLinks(deps, ctx, links.slice(0, 1))
  await eraseProducts(ctx, [product])
  expect(await listRestorable('link.bulk_delete')).toEqual(links.slice(1))
  expect(await listRestorable('product.delete')).toEqual([])
})
