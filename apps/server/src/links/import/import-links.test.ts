import {
  type FileImportId,
  fileImportId,
  type LinkAliasId,
  type LinkId,
  type LinkImport,
  labelsPerProject,
  linkQuery,
  projectArchivedMessage,
} from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aCheckedLinkImport, aLink, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { createRateLimiters, type ProjectContext } from '../../access/index.ts'
import { checkImport, runImport } from '../../file-imports/import-jobs.ts'
import {
  createImport,
  deleteImport,
  getImport,
  getImportReport,
  listImportIssues,
  listImports,
  startImport,
} from '../../file-imports/index.ts'
import { listLabels } from '../../labels/labels.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { parseInChild } from '../../platform/process/confined/parse-in-child.ts'
import { createAlias, makeAliasMain } from '../aliases/link-aliases.ts'
import { listLinks } from '../list/list-links.ts'
import { linkImports } from './link-imports.ts'

const onPro = { settings: ['package=Pro'] }

function createPayload({ organization, project }: ProjectContext, importId: FileImportId): object {
  return { organizationId: organization.id, projectId: project.id, importId }
}

async function importCsv(
  deps: TestDeps,
  ctx: ProjectContext,
  csv: string,
  { replacesSlugs = false, movedHosts = [] as string[], batchRows = 2 } = {},
): Promise<LinkImport & { import_id: FileImportId }> {
  const { import_id: importId } = await aCheckedLinkImport(deps, ctx, csv)
  await startImport(linkImports, ctx, { importId, input: { replace_slugs: replacesSlugs, move_domains: movedHosts } })
  await runImport(linkImports, deps, createPayload(ctx, importId), { batchRows })
  return { ...(await getImport(linkImports, ctx, importId)), import_id: importId }
}

async function readReport(deps: TestDeps, ctx: ProjectContext, importId: FileImportId): Promise<string[]> {
  const { body } = await getImportReport(linkImports, deps, ctx, importId)
  return Buffer.concat(await Array.fromAsync(body))
    .toString()
    .slice(1)
    .trimEnd()
    .split('\r\n')
}

/** Lists links, newest first. */
async function listImportedLinks(deps: TestDeps, ctx: ProjectContext, query: object = {}) {
  return (await listLinks(deps, ctx, linkQuery.parse({ limit: 100, ...query }))).links
}

const bitly = `Title,Long URL,Short Link,Created,Tags
Brass lamp,https://shop.example/lamp,bit.ly/lamp,2023-01-02T03:04:05Z,"home,Gift"
,https://amzn.to/3AbCdEf,bit.ly/short,2023-01-03,home
Chair,https://shop.example/chair,,,
`

it('creates links with short names, titles, labels and creation dates, and requests pages to get missing titles', async () => {
  await using deps = await openTestDeps({ parseForeignFile: parseInChild })
  const ctx = await aProject(deps)
  const result = await importCsv(deps, ctx, bitly)

  expect(result).toMatchObject({ state: 'done', rows: 3, processed: 3, created: 3, skipped: 0, rejected: 0, incomplete: 0 })
  const [chair, short, lamp] = await listImportedLinks(deps, ctx)
  expect(lamp).toMatchObject({
    url: 'http://go.test/lamp',
    target: 'https://shop.example/lamp',
    title: 'Brass lamp',
    labels: ['home', 'Gift'],
    created_at: '2023-01-02T03:04:05.000Z',
    pending: false,
  })
  expect(short).toMatchObject({ title: null, pending: true, labels: ['home'], created_at: '2023-01-03T00:00:00.000Z' })
  expect(chair).toMatchObject({ title: 'Chair', pending: false })
  expect(Date.parse(chair?.created_at ?? '')).toBeGreaterThanOrEqual(ctx.now.getTime())
  expect(chair?.url).toMatch(/go\.test\/[1-9A-HJ-NP-Za-km-z]{7}$/)
  expect((await listLabels(ctx)).map(({ name }) => name)).toEqual(['Gift', 'home'])
  expect(await queryAsOwner(deps, 'select kind, subject from outward_requests')).toEqual([{ kind: 'page', subject: short?.url_id }])
})

it('skips rows whose short name is an alias of the same link by now, and rejects rows if it is an alias of another link', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const file = 'url,slug\nhttps://shop.example/lamp,lamp'
  await importCsv(deps, ctx, file)
  const [lamp] = await listImportedLinks(deps, ctx)
  const linkId = lamp?.url_id as LinkId
  const alias = await createAlias(deps, ctx, { linkId, draft: { slug: 'brass-lamp' } })
  await makeAliasMain(deps, ctx, { linkId, aliasId: alias.alias_id as LinkAliasId })

  expect(await importCsv(deps, ctx, `${file}\nhttps://shop.example/lamp,brass-lamp`)).toMatchObject({ created: 0, skipped: 2, rejected: 0 })
  expect(await importCsv(deps, ctx, 'url,slug\nhttps://shop.example/chair,lamp')).toMatchObject({
    created: 0,
    rejected: 1,
    unusable_slugs: 1,
  })
  expect(await listImportedLinks(deps, ctx)).toMatchObject([{ url: 'http://go.test/brass-lamp' }])
})

it('imports short names of Pretty Links, Dub and Shlink with slashes, dots, signs and letters unchanged', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const prettyLinks = `id,slug,url,name,description,redirect_type,created_at,clicks,uniques
12,go/lamp,https://shop.example/lamp,Brass lamp,,307,2025-03-01 09:12:44,1530,1201
13,recommends/v1.0,https://shop.example/chair,Chair,,301,2025-03-01 09:12:44,3,2
14,'+sofa~2,https://shop.example/sofa,Sofa,,301,2025-03-01 09:12:44,0,0
`
  const dub = 'Short link,Destination URL\nhttps://dub.sh/sale/k%C3%BCche,https://shop.example/kitchen\n'
  const shlink = 'createdAt,shortCode,shortUrl,longUrl\n2025-03-01,a/b.c,https://s.test/a/b.c,https://shop.example/bed\n'

  for (const csv of [prettyLinks, dub, shlink])
    expect(await importCsv(deps, ctx, csv, { movedHosts: ['s.test'] })).toMatchObject({ state: 'done', rejected: 0, unusable_slugs: 0 })

  expect((await listImportedLinks(deps, ctx)).map(({ url, target }) => [url, target]).sort()).toEqual([
    ['http://go.test/+sofa~2', 'https://shop.example/sofa'],
    ['http://go.test/a/b.c', 'https://shop.example/bed'],
    ['http://go.test/go/lamp', 'https://shop.example/lamp'],
    ['http://go.test/recommends/v1.0', 'https://shop.example/chair'],
    ['http://go.test/sale/k%C3%BCche', 'https://shop.example/kitchen'],
  ])
  for (const search of ['http://go.test/sale/k%C3%BCche', 'go.test/sale/k', 'sale/k\u00fcche'])
    expect(await listImportedLinks(deps, ctx, { search })).toMatchObject([{ target: 'https://shop.example/kitchen' }])
})

it('creates nothing when the same file is imported again', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await importCsv(deps, ctx, bitly)

  expect(await aCheckedLinkImport(deps, ctx, bitly)).toMatchObject({ created: 0, skipped: 3, rejected: 0 })
  expect(await importCsv(deps, ctx, bitly)).toMatchObject({ state: 'done', created: 0, skipped: 3, rejected: 0 })
  expect(await listImportedLinks(deps, ctx)).toHaveLength(3)
})

it('reports what an import would do before it starts, and imports archived links and notes', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const csv = 'url,archived,notes,Clicks\nhttps://a.example/,yes,For spring,9\nhttps://a.example/,,,\nftp://b.example/,,,\n'

  const checked = await aCheckedLinkImport(deps, ctx, csv)
  expect(checked).toMatchObject({ state: 'ready', rows: 3, created: 1, skipped: 1, rejected: 1, ignored_columns: ['Clicks'] })
  expect(await listImportedLinks(deps, ctx)).toEqual([])
  expect(await readReport(deps, ctx, checked.import_id)).toEqual([
    'line,column,reason,url,archived,notes,Clicks',
    '4,target,Please enter a valid URL,ftp://b.example/,,,',
  ])

  await importCsv(deps, ctx, csv)
  expect(await listImportedLinks(deps, ctx, { archived: 'true' })).toMatchObject([{ target: 'https://a.example/', notes: 'For spring' }])
})

it('imports a link without a date that cannot be read, and lists the row with its reason', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const csv =
    'url,slug,created\nhttps://a.example/,lamp,05/06/2024\nhttps://b.example/,chair,2024-05-06\nftp://c.example/,desk,05/06/2024\n'

  expect(await aCheckedLinkImport(deps, ctx, csv)).toMatchObject({ created: 2, rejected: 1, incomplete: 1 })
  const result = await importCsv(deps, ctx, csv)

  expect(result).toMatchObject({ created: 2, rejected: 1, incomplete: 1 })
  expect((await readReport(deps, ctx, result.import_id)).slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([
    ['2', 'created_at'],
    ['4', 'target'],
  ])
  const first = await listImportIssues(linkImports, ctx, { importId: result.import_id, limit: 1 })
  expect(first.issues).toMatchObject([{ sheet: null, line: 2, columns: ['created_at'], row: 'https://a.example/, lamp, 05/06/2024' }])
  expect(first.issues[0]?.reasons).toEqual([expect.stringMatching(/^Imported without this date: write a date like/)])
  const next = await listImportIssues(linkImports, ctx, { importId: result.import_id, limit: 1, cursor: first.nextCursor })
  expect(next).toMatchObject({ issues: [{ line: 4, columns: ['target'] }], nextCursor: undefined })
  const [chair, lamp] = (await listImportedLinks(deps, ctx)).toSorted((first, second) => (first.created_at < second.created_at ? -1 : 1))
  expect(chair?.created_at).toBe('2024-05-06T00:00:00.000Z')
  expect(Date.parse(lamp?.created_at ?? '')).toBeGreaterThanOrEqual(ctx.now.getTime())
})

it('forecasts what the import does with other short names', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aLink(deps, await aProject(deps), { slug: 'taken' })
  await aLink(deps, ctx, { target: 'https://b.example/' })
  const csv = 'slug,url\ntaken,https://a.example/\nadmin,https://b.example/\nfree,https://c.example/\n'
  const checked = await aCheckedLinkImport(deps, ctx, csv)

  expect(checked).toMatchObject({ created: 1, skipped: 0, rejected: 2, unusable_slugs: 2 })
  expect(checked.replaced).toMatchObject({ created: 2, skipped: 1, rejected: 0 })
  expect(await importCsv(deps, ctx, csv, { replacesSlugs: true })).toMatchObject({ created: 2, skipped: 1, rejected: 0 })
})

it("rejects rows whose short name can't be used, or generates a short name on request", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aLink(deps, await aProject(deps), { slug: 'taken' })
  await aLink(deps, ctx, { slug: 'own', target: 'https://shop.example/own' })
  const csv = `slug,url
taken,https://a.example/
admin,https://b.example/
blog/go/c,https://c.example/
own,https://d.example/
free,https://e.example/
free,https://f.example/
own,https://shop.example/own
`
  const result = await importCsv(deps, ctx, csv)
  expect(result).toMatchObject({ created: 1, skipped: 1, rejected: 5, unusable_slugs: 5 })
  expect((await readReport(deps, ctx, result.import_id)).slice(1).map((line) => line.split(',').slice(0, 2))).toEqual(
    ['2', '3', '4', '5', '7'].map((line) => [line, 'slug']),
  )

  const again = await importCsv(deps, ctx, csv, { replacesSlugs: true })
  expect(again).toMatchObject({ created: 5, skipped: 2, rejected: 0, unusable_slugs: 5 })
  expect(await importCsv(deps, ctx, csv, { replacesSlugs: true })).toMatchObject({ created: 0, skipped: 7 })
})

it("respects the plan's limit, and rejects destinations on the instance's own domain", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps) // the plan allows ten links
  await aLink(deps, ctx)
  const csv = `url\nhttp://go.test/abc\n${Array.from({ length: 11 }, (_, nth) => `https://shop.example/import/${nth}`).join('\n')}`

  const result = await importCsv(deps, ctx, csv, { batchRows: 5 })

  expect(result).toMatchObject({ created: 9, rejected: 3, over_limit: 2 })
  const report = await readReport(deps, ctx, result.import_id)
  expect(report[1]).toMatch(/^2,target,/)
  expect(report.at(-1)).toBe('13,target,Your plan has no more links for this project,https://shop.example/import/10')
  expect(await catchErrorCode(aLink(deps, ctx))).toBe('LINK_LIMIT_REACHED')
})

it('counts the short names of a file toward the limit when it is started', async () => {
  await using deps = await openTestDeps()
  const open = await aProject(deps)
  const rateLimits = { ...open.entitlements.rateLimits, chosenSlugs: 3 }
  const ctx = { ...open, entitlements: { ...open.entitlements, rateLimits }, rateLimiters: createRateLimiters(deps) }
  const files = [1, 2].map((file) => `slug,url\none-${file},https://a.example/${file}\ntwo-${file},https://b.example/${file}\n`)

  await importCsv(deps, ctx, files[0] ?? '')
  const { import_id: importId } = await aCheckedLinkImport(deps, ctx, files[1] ?? '')

  expect(await catchErrorCode(startImport(linkImports, ctx, { importId, input: { replace_slugs: false } }))).toBe('TOO_MANY_REQUESTS')
  expect(await getImport(linkImports, ctx, importId)).toMatchObject({ state: 'ready' })
  await aLink(deps, ctx, { slug: 'three' })
})

it('imports links without labels beyond the limit of a project', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, onPro)
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    sql`insert into labels (id, organization_id, project_id, name, created_at)
      select gen_random_uuid(), ${ctx.organization.id}, ${ctx.project.id}, 'Label ' || nth, now()
      from generate_series(1, ${labelsPerProject - 1}::int) as nth`.execute(tx),
  )

  const result = await importCsv(deps, ctx, 'url,labels\na.example,LABEL 1;new\nb.example,other;label 2\n')

  expect(result).toMatchObject({ created: 2, incomplete: 1, rejected: 0 })
  expect((await listImportedLinks(deps, ctx)).map(({ labels }) => labels).sort()).toEqual([['Label 1', 'new'], ['Label 2']])
  expect((await readReport(deps, ctx, result.import_id))[1]).toMatch(/^3,labels,"?Imported without the label ""other""/)
})

it('imports every row once, even if the import is killed and resumed, and started and run several times at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const upload = () => createImport(linkImports, deps, ctx, new File(['url,slug\na.example,a1\nb.example,b1\nc.example,c1'], 'a.csv'))
  const [first, second] = await Promise.all([upload(), upload()])
  expect(second.import_id).toBe(first.import_id)
  const importId = fileImportId.parse(first.import_id)
  expect(await catchErrorCode(startImport(linkImports, ctx, { importId, input: { replace_slugs: false } }))).toBe('LINK_IMPORT_NOT_READY')
  await Promise.all([
    checkImport(linkImports, deps, createPayload(ctx, importId)),
    checkImport(linkImports, deps, createPayload(ctx, importId)),
  ])

  await Promise.all([
    startImport(linkImports, ctx, { importId, input: { replace_slugs: false } }),
    startImport(linkImports, ctx, { importId, input: { replace_slugs: false } }),
  ])
  let batches = 0
  const killed = {
    ...deps,
    ids: {
      next: <Id extends string>() => {
        batches += 1
        if (batches === 4) throw new Error('Killed')
        return deps.ids.next<Id>()
      },
    },
  }
  await runImport(linkImports, killed as TestDeps, createPayload(ctx, importId), { batchRows: 1 }).catch(() => undefined)
  await Promise.all([1, 2, 3].map(() => runImport(linkImports, deps, createPayload(ctx, importId), { batchRows: 1 })))

  expect(await getImport(linkImports, ctx, importId)).toMatchObject({ state: 'done', processed: 3, created: 3, skipped: 0 })
  expect(await listImportedLinks(deps, ctx)).toHaveLength(3)
})

it('stops when the import is deleted, keeps the imported links, and stays within its project', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const other = await aProject(deps)
  const { import_id: importId } = await aCheckedLinkImport(deps, ctx, 'url\na.example\n')
  expect(await catchErrorCode(getImport(linkImports, other, importId))).toBe('LINK_IMPORT_NOT_FOUND')
  expect(await catchErrorCode(startImport(linkImports, other, { importId, input: { replace_slugs: false } }))).toBe('LINK_IMPORT_NOT_FOUND')
  await startImport(linkImports, ctx, { importId, input: { replace_slugs: false } })

  await deleteImport(linkImports, ctx, importId)
  await runImport(linkImports, deps, createPayload(ctx, importId))

  expect(await listImports(linkImports, ctx)).toEqual([])
  expect(await listImportedLinks(deps, ctx)).toEqual([])
  expect(await catchErrorCode(deleteImport(linkImports, ctx, importId))).toBe('LINK_IMPORT_NOT_FOUND')
})

it('rejects a file that is not a CSV file of links with an explanation', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  expect(await aCheckedLinkImport(deps, ctx, 'name\nLamp')).toMatchObject({
    state: 'failed',
    failure: expect.stringMatching(/destination/),
  })
})

it('fails when its project is archived before it runs', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { import_id: importId } = await aCheckedLinkImport(deps, ctx, 'url\nhttps://shop.example/lamp')
  await startImport(linkImports, ctx, { importId, input: { replace_slugs: false } })
  await queryAsOwner(deps, "update projects set status = 'archived'")

  await runImport(linkImports, deps, createPayload(ctx, importId))

  expect(await getImport(linkImports, ctx, importId)).toMatchObject({ state: 'failed', failure: projectArchivedMessage })
})
