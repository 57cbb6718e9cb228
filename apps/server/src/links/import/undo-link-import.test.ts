import { type FileImportId, type LinkId, type LinkImport, linkQuery, linkUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import {
  aCheckedLinkImport,
  aDraft,
  aLink,
  aMember,
  anOrganization,
  aProduct,
  aProject,
  catchErrorCode,
  getProjectContext,
  listErrorCodes,
  type OwnedOrganization,
} from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { createRateLimiters, type ProjectContext } from '../../access/index.ts'
import { listAuditLogs } from '../../audit-logs/audit-logs.ts'
import { runImport } from '../../file-imports/import-jobs.ts'
import { deleteImport, forecastUndo, getImport, startImport, undoImport } from '../../file-imports/index.ts'
import { runUndo } from '../../file-imports/undo-import.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { createProject } from '../../projects/projects.ts'
import { listDeletedLinks } from '../list/list-deleted-links.ts'
import { listLinks } from '../list/list-links.ts'
import { bulkUpdateLinks } from '../write/bulk-update-links.ts'
import { createLink } from '../write/create-link.ts'
import { deleteLink } from '../write/delete-link.ts'
import { restoreLinks } from '../write/restore-links.ts'
import { updateLink } from '../write/update-link.ts'
import { linkImports } from './link-imports.ts'

const onPro = { settings: ['package=Pro'] }

function createPayload({ organization, project }: ProjectContext, importId: FileImportId): object {
  return { organizationId: organization.id, projectId: project.id, importId }
}

/** Adds a source of clicks to the dependencies, in which only these links have clicks. */
function withClicks<D extends TestDeps>(deps: D, clicked: readonly string[] = []) {
  return {
    ...deps,
    visits: { findClicked: async (_ctx: unknown, ids: readonly string[]) => new Set(ids.filter((id) => clicked.includes(id))) },
  }
}

async function importCsv(deps: TestDeps, ctx: ProjectContext, csv: string): Promise<LinkImport & { import_id: FileImportId }> {
  const { import_id: importId } = await aCheckedLinkImport(deps, ctx, csv)
  await startImport(linkImports, ctx, { importId, input: { replace_slugs: false } })
  await runImport(linkImports, deps, createPayload(ctx, importId))
  return { ...(await getImport(linkImports, ctx, importId)), import_id: importId }
}

interface UndoOptions {
  clicked?: readonly string[]
  includeClicked?: boolean
  size?: number
}

async function undo(
  deps: TestDeps,
  ctx: ProjectContext,
  importId: FileImportId,
  { clicked, includeClicked = false, size }: UndoOptions = {},
): Promise<LinkImport> {
  await undoImport(linkImports, ctx, { importId, input: { include_clicked: includeClicked } })
  await runUndo(linkImports, withClicks(deps, clicked), createPayload(ctx, importId), { ...(size && { size }) })
  return getImport(linkImports, ctx, importId)
}

async function aSecondProject(deps: TestDeps, owned: OwnedOrganization): Promise<ProjectContext> {
  const { project_id } = await createProject(deps, owned.ctx, { name: 'Second', description: 'Another project', archived: false })
  return getProjectContext(owned.user, owned.ctx.organization.id, project_id)
}

/** Lists links, oldest first. */
async function listSlugs(deps: TestDeps, ctx: ProjectContext, query: object = {}): Promise<{ slug: string; id: LinkId }[]> {
  const { links } = await listLinks(deps, ctx, linkQuery.parse({ limit: 100, ...query }))
  return links.map(({ url, url_id }) => ({ slug: new URL(url).pathname.slice(1), id: url_id as LinkId })).reverse()
}

async function findId(deps: TestDeps, ctx: ProjectContext, slug: string): Promise<LinkId> {
  const found = (await listSlugs(deps, ctx)).find((link) => link.slug === slug)
  return found?.id ?? expect.unreachable(`There is no link ${slug}`)
}

function createCsv(slugs: readonly string[], site = 'shop.example'): string {
  return ['url,slug,title,labels', ...slugs.map((slug) => `https://${site}/${slug},${slug},Title of ${slug},imported`)].join('\n')
}

/** Returns what the activity log recorded of the restored link. */
async function findRestoredEntry(ctx: ProjectContext, linkId: LinkId): Promise<unknown> {
  const entry = await withScope(ctx.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.selectFrom('audit_log').select('after').where('action', '=', 'link.restore').executeTakeFirstOrThrow(),
  )
  return (entry.after as Record<string, unknown>)[linkId]
}

async function listActions(ctx: ProjectContext, importId: FileImportId): Promise<string[]> {
  const rows = await withScope(ctx.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.selectFrom('audit_log').select('action').where('entity_id', '=', importId).orderBy('created_at').execute(),
  )
  return rows.map(({ action }) => action)
}

it('deletes the links that an import created, and keeps links that were changed, used or clicked, with the reasons', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const own = await aLink(deps, ctx, { slug: 'own' })
  const { import_id } = await importCsv(deps, ctx, createCsv(['lamp', 'edited', 'in-product', 'clicked']))
  const [edited, used, clicked] = await Promise.all(['edited', 'in-product', 'clicked'].map((slug) => findId(deps, ctx, slug)))
  await updateLink(deps, ctx, { linkId: edited as LinkId, update: linkUpdate.parse({ notes: 'Ours' }) })
  await aProduct(deps, ctx, { urls: [used] })

  const counted = withClicks(deps, [clicked as string, own.url_id])
  const { kept: stays, ...forecast } = await forecastUndo(linkImports, counted, ctx, import_id)
  expect(forecast).toEqual({ links: 2, clicked_links: 1, products: 0, kept_links: 2, kept_products: 0 })
  const { state, undo: result } = await undo(deps, ctx, import_id, { clicked: [clicked as string] })

  expect(state).toBe('undone')
  expect(result).toMatchObject({ include_clicked: false, deleted_links: 1, kept_links: 3, deleted_products: 0, kept_products: 0 })
  expect(result?.kept.toSorted((one, other) => one.reason.localeCompare(other.reason))).toEqual(
    [
      { kind: 'link', id: edited, name: 'Title of edited', reason: 'changed' },
      { kind: 'link', id: clicked, name: 'Title of clicked', reason: 'clicks' },
      { kind: 'link', id: used, name: 'Title of in-product', reason: 'used' },
    ].toSorted((one, other) => one.reason.localeCompare(other.reason)),
  )
  expect(new Set(stays)).toEqual(new Set(result?.kept))
  expect((await listSlugs(deps, ctx)).map(({ slug }) => slug).sort()).toEqual(['clicked', 'edited', 'in-product', 'own'])
  expect(await listActions(ctx, import_id)).toEqual(expect.arrayContaining(['link_import.undo', 'link_import.undo_rows']))
})

it('deletes links with clicks on request, and names who started the undo as who deleted the links', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { import_id } = await importCsv(deps, ctx, createCsv(['lamp']))
  const lamp = await findId(deps, ctx, 'lamp')

  expect(await undo(deps, ctx, import_id, { clicked: [lamp], includeClicked: true })).toMatchObject({
    state: 'undone',
    undo: { include_clicked: true, deleted_links: 1, kept_links: 0, kept: [] },
  })

  const { links } = await listDeletedLinks(deps, ctx, { limit: 100 })
  const { entries } = await listAuditLogs(ctx, { limit: 50, tz: 'UTC' } as Parameters<typeof listAuditLogs>[1])
  const [starter] = entries.filter(({ metadata }) => metadata.action === 'link_import.undo').map(({ actor }) => actor.name)
  expect(links).toMatchObject([{ url_id: lamp, deleted_by: starter }])
  expect(entries.find(({ metadata }) => metadata.action === 'link_import.undo_rows')).toMatchObject({
    description: `Deleted imported link “Title of lamp”, started by ${starter}`,
    restorable_ids: [lamp],
  })
})

it('restores links of an undone import with their labels, and a later undo leaves them', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { import_id } = await importCsv(deps, ctx, createCsv(['lamp']))
  const lamp = await findId(deps, ctx, 'lamp')
  await undo(deps, ctx, import_id)

  expect(await restoreLinks(deps, ctx, [lamp])).toMatchObject([{ url: 'http://go.test/lamp', labels: ['imported'], earlier_url: null }])
  expect(await undo(deps, ctx, import_id, { includeClicked: true })).toMatchObject({
    state: 'undone',
    undo: { include_clicked: false, deleted_links: 1 },
  })
  expect((await listSlugs(deps, ctx)).map(({ slug }) => slug)).toEqual(['lamp'])
})

it('lets a corrected file take back the short names, without counting them again, and gives a restored link a new one', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps, onPro)
  const limited = (ctx: ProjectContext) => ({
    ...ctx,
    rateLimiters: createRateLimiters(deps),
    entitlements: { ...ctx.entitlements, rateLimits: { ...ctx.entitlements.rateLimits, chosenSlugs: 2 } },
  })
  const ctx = limited(await aProject(deps, { owned }))
  const { import_id } = await importCsv(deps, ctx, createCsv(['lamp', 'chair']))
  const first = await findId(deps, ctx, 'lamp')
  await undo(deps, ctx, import_id)

  expect(await catchErrorCode(createLink(deps, { ...ctx, rateLimiters: undefined }, aDraft({ slug: 'lamp' })))).toBe('LINK_SLUG_TAKEN')
  const elsewhere = await aSecondProject(deps, owned)
  expect(await aCheckedLinkImport(deps, elsewhere, createCsv(['lamp']))).toMatchObject({ created: 0, rejected: 1, unusable_slugs: 1 })
  const others = await aProject(deps)
  expect(await aCheckedLinkImport(deps, others, createCsv(['lamp']))).toMatchObject({ created: 0, rejected: 1, unusable_slugs: 1 })

  const corrected = await importCsv(deps, ctx, createCsv(['lamp', 'chair'], 'right.example'))
  expect(corrected).toMatchObject({ state: 'done', created: 2, rejected: 0 })
  expect((await listSlugs(deps, ctx)).map(({ slug }) => slug).sort()).toEqual(['chair', 'lamp'])
  const [restored] = await restoreLinks(deps, ctx, [first])
  expect(restored).toMatchObject({ earlier_url: 'http://go.test/lamp', target: 'https://shop.example/lamp' })
  expect(restored?.url).not.toBe('http://go.test/lamp')
  expect(await findRestoredEntry(ctx, first)).toMatchObject({ earlier_slug: 'lamp' })
})

it('lets a restored link keep its short name when a file names it again', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { import_id } = await importCsv(deps, ctx, createCsv(['lamp']))
  const lamp = await findId(deps, ctx, 'lamp')
  await undo(deps, ctx, import_id)
  await restoreLinks(deps, ctx, [lamp])

  expect(await importCsv(deps, ctx, createCsv(['lamp'], 'right.example'))).toMatchObject({ created: 0, rejected: 1 })
  expect(await listSlugs(deps, ctx)).toEqual([{ slug: 'lamp', id: lamp }])
})

it('loses nothing if a file takes back short names while the deleted links are restored', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, { owned: await anOrganization(deps, onPro) })
  for (let round = 0; round < 5; round += 1) {
    const slugs = [`lamp-${round}`, `chair-${round}`]
    const { import_id } = await importCsv(deps, ctx, createCsv(slugs))
    const ids = await Promise.all(slugs.map((slug) => findId(deps, ctx, slug)))
    await undo(deps, ctx, import_id)

    const [imported, restored] = await Promise.all([importCsv(deps, ctx, createCsv(slugs, 'right.example')), restoreLinks(deps, ctx, ids)])

    const listed = await listSlugs(deps, ctx)
    expect(restored).toHaveLength(2)
    expect(new Set(listed.map(({ slug }) => slug)).size).toBe(listed.length)
    expect(slugs.filter((slug) => listed.some((link) => link.slug === slug))).toEqual(slugs)
    expect(listed.filter(({ id }) => ids.includes(id))).toHaveLength(2)
    expect(imported.created + imported.rejected).toBe(2)
  }
})

it('deletes each link once if the undo is killed, resumed and run several times at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const slugs = Array.from({ length: 9 }, (_, nth) => `lamp-${nth}`)
  const { import_id } = await importCsv(deps, ctx, createCsv(slugs))
  const payload = createPayload(ctx, import_id)
  await undoImport(linkImports, ctx, { importId: import_id, input: { include_clicked: false } })

  let calls = 0
  const killed = {
    ...deps,
    visits: {
      async findClicked() {
        calls += 1
        if (calls === 3) throw new Error('killed')
        return new Set<string>()
      },
    },
  }
  await expect(runUndo(linkImports, killed, payload, { size: 2 })).rejects.toThrow('killed')
  expect(await getImport(linkImports, ctx, import_id)).toMatchObject({ state: 'undoing', undo: { deleted_links: 4 } })
  await Promise.all([1, 2, 3].map(() => undoImport(linkImports, ctx, { importId: import_id, input: { include_clicked: true } })))
  await Promise.all([1, 2, 3].map(() => runUndo(linkImports, withClicks(deps), payload, { size: 2 })))
  await runUndo(linkImports, withClicks(deps), payload, { size: 2 })

  expect(await getImport(linkImports, ctx, import_id)).toMatchObject({
    state: 'undone',
    undo: { include_clicked: false, deleted_links: 9, kept_links: 0 },
  })
  expect(await listSlugs(deps, ctx)).toEqual([])
  expect((await listDeletedLinks(deps, ctx, { limit: 100 })).links).toHaveLength(9)
  await importCsv(deps, ctx, createCsv(slugs))
  expect(await listSlugs(deps, ctx)).toHaveLength(9)
})

it('keeps a link whose edit came first, and rejects an edit that comes after the undo', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (let round = 0; round < 8; round += 1) {
    const slug = `lamp-${round}`
    const { import_id } = await importCsv(deps, ctx, createCsv([slug]))
    const linkId = await findId(deps, ctx, slug)

    const [edit, undone] = await Promise.allSettled([
      round % 2 === 0
        ? updateLink(deps, ctx, { linkId, update: linkUpdate.parse({ notes: 'Ours' }) })
        : bulkUpdateLinks(deps, ctx, { url_ids: [linkId], add_labels: ['ours'], remove_labels: [] } as unknown as Parameters<
            typeof bulkUpdateLinks
          >[2]),
      undo(deps, ctx, import_id),
    ])

    const isListed = (await listSlugs(deps, ctx)).some(({ id }) => id === linkId)
    const wasEdited = edit.status === 'fulfilled' && (!Array.isArray(edit.value) || edit.value.length > 0)
    expect(listErrorCodes([edit]).every((code) => code === 'LINK_NOT_FOUND')).toBe(true)
    expect(undone).toMatchObject({ status: 'fulfilled', value: { state: 'undone', undo: { kept_links: wasEdited ? 1 : 0 } } })
    expect(isListed).toBe(wasEdited)
    if (isListed) await deleteLink(ctx, linkId)
  }
})

it('stops a running import and deletes what it has created, also if both run at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const slugs = Array.from({ length: 8 }, (_, nth) => `lamp-${nth}`)
  const { import_id: importId } = await aCheckedLinkImport(deps, ctx, createCsv(slugs))
  expect(await catchErrorCode(undo(deps, ctx, importId))).toBe('IMPORT_NOT_STARTED')
  expect(await catchErrorCode(forecastUndo(linkImports, withClicks(deps), ctx, importId))).toBe('IMPORT_NOT_STARTED')
  await startImport(linkImports, ctx, { importId, input: { replace_slugs: false } })

  const payload = createPayload(ctx, importId)
  await Promise.all([runImport(linkImports, deps, payload, { batchRows: 1 }), undo(deps, ctx, importId)])
  await runImport(linkImports, deps, payload, { batchRows: 1 })

  const { state, created, undo: result } = await getImport(linkImports, ctx, importId)
  expect({ state, deleted: result?.deleted_links }).toEqual({ state: 'undone', deleted: created })
  expect(await listSlugs(deps, ctx)).toEqual([])
})

it('undoes an import of 3,000 links in several steps, and its corrected file imports the same short names', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, { owned: await anOrganization(deps, onPro) })
  const slugs = Array.from({ length: 3_000 }, (_, nth) => `lamp-${nth}`)
  const { import_id } = await importCsv(deps, ctx, createCsv(slugs))

  expect(await undo(deps, ctx, import_id)).toMatchObject({ state: 'undone', undo: { deleted_links: 3_000, kept_links: 0 } })
  expect((await listActions(ctx, import_id)).filter((action) => action === 'link_import.undo_rows')).toHaveLength(15)
  expect(await listSlugs(deps, ctx)).toEqual([])
  expect(await importCsv(deps, ctx, createCsv(slugs, 'right.example'))).toMatchObject({ created: 3_000, rejected: 0 })
})

it('lists the links of an import, together with the other filters', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aLink(deps, ctx, { slug: 'own-lamp' })
  const { import_id } = await importCsv(deps, ctx, createCsv(['lamp', 'chair']))
  const list = async (query: object) => (await listSlugs(deps, ctx, { import_id, ...query })).map(({ slug }) => slug).sort()

  expect(await list({})).toEqual(['chair', 'lamp'])
  expect(await list({ search: 'lamp' })).toEqual(['lamp'])
  expect(await list({ search: 'go.test/cha' })).toEqual(['chair'])
  expect(await list({ search: 'go.test/own' })).toEqual([])
  expect(await list({ label: 'imported', sort: 'name' })).toEqual(['chair', 'lamp'])
  expect(await list({ archived: 'true' })).toEqual([])
  const { total } = await listLinks(deps, ctx, linkQuery.parse({ import_id, total: 'true' }))
  expect(total).toBe(2)
  const other = await aProject(deps)
  expect(await listSlugs(deps, other, { import_id })).toEqual([])
})

it('lets members undo an import, but not viewers, and finds imports of its own project only', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const { import_id: importId } = await importCsv(deps, ctx, createCsv(['lamp']))
  const asRole = async (role: 'member' | 'viewer') => {
    const user = await aMember(deps, owned, { role })
    return getProjectContext(user, ctx.organization.id, ctx.project.id)
  }

  const input = { include_clicked: false }
  expect(await catchErrorCode(undoImport(linkImports, await asRole('viewer'), { importId, input }))).toBe('NOT_FOUND')
  expect(await catchErrorCode(undoImport(linkImports, await aSecondProject(deps, owned), { importId, input }))).toBe(
    'LINK_IMPORT_NOT_FOUND',
  )
  expect(await undoImport(linkImports, await asRole('member'), { importId, input })).toMatchObject({ state: 'undoing' })
  await deleteImport(linkImports, ctx, importId)
  await runUndo(linkImports, withClicks(deps), createPayload(ctx, importId))
  expect((await listSlugs(deps, ctx)).map(({ slug }) => slug)).toEqual(['lamp'])
})
