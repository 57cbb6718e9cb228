import {
  type DomainId,
  errorCatalog,
  type FileImportId,
  fileImportId,
  forecastLinkImport,
  type LinkImport,
  linkQuery,
} from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCategory, aCheckedLinkImport, aLink, anOrganization, aProduct, aProject, aStore } from '../../../test/builders/builders.ts'
import { aDomain, aVerifiedDomain, openDomainTest } from '../../../test/builders/domain-builder.ts'
import { countRateLimitUse, createRateLimiters, type ProjectContext, read } from '../../access/index.ts'
import { getDomainSettings, patchDomainSettings } from '../../domains/domain-settings.ts'
import { archiveDomain } from '../../domains/domains.ts'
import { runImport } from '../../file-imports/import-jobs.ts'
import { getImport, getImportReport, startImport, undoImport } from '../../file-imports/index.ts'
import { runUndo } from '../../file-imports/undo-import.ts'
import { setPrimaryDomain } from '../../projects/primary-domain.ts'
import { hasProject } from '../../projects/project-table.ts'
import { listLinks } from '../list/list-links.ts'
import { linkImports } from './link-imports.ts'

const host = 'go.lamps.example'

async function openImportTest() {
  const deps = await openDomainTest()
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  const ctx = await aProject(deps, { owned })
  const { domain_id } = await aVerifiedDomain(deps, owned.ctx, { host })

  return {
    ...deps,
    ctx,
    owned,
    domainId: domain_id as DomainId,
    check: (csv: string) => aCheckedLinkImport(deps, ctx, csv),
    async run(csv: string, moved: string[] = []): Promise<LinkImport> {
      const { import_id: importId } = await aCheckedLinkImport(deps, ctx, csv)
      await startImport(linkImports, ctx, { importId, input: { replace_slugs: false, move_domains: moved } })
      await runImport(linkImports, deps, { organizationId: ctx.organization.id, projectId: ctx.project.id, importId }, { batchRows: 2 })
      return getImport(linkImports, ctx, importId)
    },
    async report({ import_id }: LinkImport): Promise<string[][]> {
      const { body } = await getImportReport(linkImports, deps, ctx, fileImportId.parse(import_id) as FileImportId)
      const lines = Buffer.concat(await Array.fromAsync(body))
        .toString()
        .slice(1)
        .trimEnd()
        .split('\r\n')
      return lines.slice(1).map((line) => line.split(',').slice(0, 3))
    },
    urls: (project: ProjectContext = ctx) =>
      listLinks(deps, project, linkQuery.parse({})).then(({ links }) => links.map(({ url }) => url).sort()),
  }
}

it.each([
  ['Shlink', 'createdAt,domain,shortCode,shortUrl,longUrl\n2025-03-01,GO.Lamps.example,lamp,https://other.example/lamp,https://a.example/'],
  ['Dub', 'Short link,Destination URL\nhttps://go.lamps.example/lamp,https://a.example/'],
  ['Bitly', 'Long URL,Bitlink,Custom Bitlink\nhttps://a.example/,bit.ly/3AbC,go.lamps.example/lamp'],
  ['a spreadsheet', 'url,slug,domain\nhttps://a.example/,lamp,https://go.lamps.example/'],
])('puts links of %s on the verified domain in the file, and skips them when the file is imported again', async (_source, csv) => {
  await using test = await openImportTest()

  expect(await test.check(csv)).toMatchObject({ created: 1, domains: [{ host, rows: 1, status: 'used' }] })
  expect(await test.run(csv)).toMatchObject({ created: 1, rejected: 0 })
  expect(await test.urls()).toEqual([`https://${host}/lamp`])
  expect(await test.run(csv)).toMatchObject({ created: 0, skipped: 1 })
})

it('takes back the short names on an own domain after an undo, and leaves the same short names elsewhere to their links', async () => {
  await using test = await openImportTest()
  const { ctx } = test
  await aLink(test, ctx, { slug: 'lamp' })
  const { import_id: importId } = await test.run(`url,short_url\nhttps://wrong.example/,https://${host}/lamp\n`)
  await undoImport(linkImports, ctx, { importId: importId as FileImportId, input: { include_clicked: false } })
  const visits = { findClicked: async () => new Set<string>() }
  await runUndo(linkImports, { ...test, visits }, { organizationId: ctx.organization.id, projectId: ctx.project.id, importId })
  expect(await test.urls()).toEqual(['https://go.linkshelf.example/lamp'])

  const corrected = `url,short_url\nhttps://right.example/,https://${host}/lamp\nhttps://right.example/,https://go.linkshelf.example/lamp\n`
  expect(await test.run(corrected)).toMatchObject({ created: 1, rejected: 1, unusable_slugs: 1 })
  expect(await test.urls()).toEqual([`https://${host}/lamp`, 'https://go.linkshelf.example/lamp'])
})

it('accepts one short name on two domains, and rejects it if its address is taken', async () => {
  await using test = await openImportTest()
  await aLink(test, test.ctx, { slug: 'chair' })
  const csv = `url,short_url
https://a.example/,https://${host}/lamp
https://b.example/,https://go.linkshelf.example/lamp
https://c.example/,https://links.linkshelf.example/chair
https://d.example/,https://${host}/chair
https://e.example/,https://${host}/lamp
`
  const result = await test.run(csv)

  expect(result).toMatchObject({ created: 3, rejected: 2, unusable_slugs: 2, unverified_domains: 0 })
  expect((await test.report(result)).map(([line, column]) => [line, column])).toEqual([
    ['4', 'slug'],
    ['6', 'slug'],
  ])
  expect(await test.urls()).toEqual([
    `https://${host}/chair`,
    `https://${host}/lamp`,
    'https://go.linkshelf.example/chair',
    'https://go.linkshelf.example/lamp',
  ])
})

it('names the store page that has the short name of a row at the root of the domain', async () => {
  await using test = await openImportTest()
  const { ctx, domainId } = test
  await aStore(test, ctx)
  const { revision } = await getDomainSettings(test.owned.ctx, domainId)
  await aLink(test, ctx, { slug: 'taken', domain: host })
  await aProduct(test, ctx, { name: 'Taken' })
  await patchDomainSettings({ hasProject }, test.owned.ctx, { domainId, patch: { revision, store_project_id: ctx.project.id } })
  await aProduct(test, ctx, { name: 'Bread' })
  await aCategory(test, ctx, { name: 'Kitchen' })

  const result = await test.run(`url,short_url
https://a.example/,https://${host}/bread
https://b.example/,https://${host}/kitchen
https://c.example/,https://${host}/taken
https://d.example/,https://${host}/free`)

  expect(result).toMatchObject({ created: 1, rejected: 3 })
  expect(await test.report(result)).toEqual([
    ['2', 'slug', '"This is the address of the product ""Bread"" in the store on this domain"'],
    ['3', 'slug', '"This is the address of the category ""Kitchen"" in the store on this domain"'],
    ['4', 'slug', errorCatalog.LINK_SLUG_TAKEN.message],
  ])
})

it('rejects rows of unverified domains, explains what to do, and imports them afterwards', async () => {
  await using test = await openImportTest()
  await aDomain(test, test.owned.ctx, { host: 'waiting.example' })
  const archived = await aVerifiedDomain(test, test.owned.ctx, { host: 'archived.example' })
  await archiveDomain(test, test.owned.ctx, archived.domain_id as DomainId)
  const other = await aProject(test, { settings: ['package=Pro'] })
  await aVerifiedDomain(test, other, { host: 'noah.example' })
  const hosts = ['waiting.example', 'archived.example', 'noah.example', 'new.example']
  const csv = ['url,short_url', ...hosts.map((name, nth) => `https://shop.example/${nth},https://${name}/lamp`)].join('\n')

  const checked = await test.check(csv)
  expect(checked).toMatchObject({ created: 0, rejected: 4, unverified_domains: 4 })
  expect(checked.domains.map(({ status }) => status)).toEqual(hosts.map(() => 'unverified'))
  const result = await test.run(csv)
  expect(await test.urls()).toEqual([])
  const rest = 'under Settings → Domains'
  expect(await test.report(result)).toEqual([
    ['2', 'domain', `"waiting.example is not verified yet. Set its DNS records ${rest}`],
    ['3', 'domain', `"archived.example is archived. Unarchive it ${rest}`],
    ['4', 'domain', `"noah.example is not a domain of your organization. Add it ${rest}`],
    ['5', 'domain', `"new.example is not a domain of your organization. Add it ${rest}`],
  ])

  await aVerifiedDomain(test, test.owned.ctx, { host: 'new.example' })
  expect(await test.run(csv)).toMatchObject({ created: 1, rejected: 3 })
  expect(await test.urls()).toEqual(['https://new.example/lamp'])
})

it('puts links on the primary domain if they have no domain, are from a public service, or are moved', async () => {
  await using test = await openImportTest()
  await setPrimaryDomain(test.ctx, { domain_id: test.domainId })
  const csv = `url,short_url
https://a.example/,lamp
https://b.example/,bit.ly/3AbC
https://c.example/,https://geni.us/chair
https://d.example/,https://old.example/sofa
https://e.example/,https://older.example/bed
https://f.example/,http://203.0.113.7/desk
https://g.example/,
`
  const checked = await test.check(csv)
  expect(checked).toMatchObject({ created: 5, rejected: 2, unverified_domains: 2 })
  expect(Object.fromEntries(checked.domains.map(({ host: name, status }) => [name, status]))).toEqual({
    'bit.ly': 'replaced',
    'geni.us': 'replaced',
    'old.example': 'unverified',
    'older.example': 'unverified',
    '203.0.113.7': 'replaced',
  })

  expect(checked.domains.map(({ moved }) => moved?.created)).toEqual([undefined, undefined, undefined, 1, 1])
  const moved = { replace_slugs: false, move_domains: ['old.example', 'bit.ly'] }
  const forecast = { created: 6, rejected: 1, unverified_domains: 1 }
  expect(forecastLinkImport(checked, moved)).toMatchObject(forecast)
  expect(await test.run(csv, moved.move_domains)).toMatchObject(forecast)
  const urls = await test.urls()
  for (const slug of ['lamp', '3AbC', 'chair', 'sofa', 'desk']) expect(urls).toContain(`https://${host}/${slug}`)
  expect(urls).toHaveLength(6)
  expect(urls.every((url) => url.startsWith(`https://${host}/`))).toBe(true)
  expect(await test.run(csv, ['old.example'])).toMatchObject({ created: 0, skipped: 6, rejected: 1 })
})

it('rejects destinations on an own domain of any organization, and invalid domains', async () => {
  await using test = await openImportTest()
  const other = await aProject(test, { settings: ['package=Pro'] })
  await aVerifiedDomain(test, other, { host: 'noah.example' })

  const result = await test.run(`url,domain\nhttps://noah.example/lamp,\nhttps://${host}/x,\nhttps://a.example/,not a host\n`)

  expect(result).toMatchObject({ created: 0, rejected: 3 })
  expect((await test.report(result)).map(([line, column]) => [line, column])).toEqual([
    ['2', 'target'],
    ['3', 'target'],
    ['4', 'domain'],
  ])
})

it('counts the short names of rows whose domains are moved, but of no other rows', async () => {
  await using test = await openImportTest()
  await setPrimaryDomain(test.ctx, { domain_id: test.domainId })
  await aLink(test, test.ctx, { slug: 'known', target: 'https://known.example/' })
  await aLink(test, test.ctx, { slug: 'taken', target: 'https://taken.example/' })
  const rows = [
    ['https://a.example/', 'https://old.example/lamp'],
    ['https://b.example/', 'https://older.example/lamp'],
    ['https://known.example/', 'https://old.example/known'],
    ['https://c.example/', 'https://old.example/taken'],
    ['https://d.example/', 'https://old.example/'],
    ['not an address', 'https://old.example/chair'],
  ]
  const csv = ['url,short_url', ...rows.map((cells) => cells.join(','))].join('\n')
  const { import_id: importId } = await test.check(csv)
  const rateLimits = { ...test.ctx.entitlements.rateLimits, chosenSlugs: 1 }
  const counted = { ...test.ctx, entitlements: { ...test.ctx.entitlements, rateLimits }, rateLimiters: createRateLimiters(test) }

  await startImport(linkImports, counted, { importId, input: { replace_slugs: true, move_domains: ['old.example'] } })
  await runImport(linkImports, test, { organizationId: counted.organization.id, projectId: counted.project.id, importId }, { batchRows: 2 })

  expect(await read(counted, (tx) => countRateLimitUse(tx, counted, 'chosenSlugs'))).toBe(1)
  expect(await test.urls()).toContain(`https://${host}/lamp`)
  const result = await getImport(linkImports, counted, importId)
  expect(result).toMatchObject({ created: 3, skipped: 1, rejected: 2 })
  expect(result.domains).toMatchObject([
    { host: 'old.example', rows: 5, status: 'unverified' },
    { host: 'older.example', rows: 1, status: 'unverified' },
  ])
})
