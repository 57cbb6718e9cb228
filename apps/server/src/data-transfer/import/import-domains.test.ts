import { type DataImport, type DomainId, dataImportMessages, type LinkId, linkQuery } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { anArchive, aWholeArchive, unpack } from '../../../test/builders/archive-builder.ts'
import { aLink, anOrganization, aProject, getProjectContext, type OwnedOrganization } from '../../../test/builders/builders.ts'
import {
  aDomain,
  aVerifiedDomain,
  type DomainTest,
  openDomainTest,
  runNextCheck,
  setRecords,
} from '../../../test/builders/domain-builder.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { aCheckedArchive, importArchive } from '../../../test/run-import.ts'
import type { ProjectContext } from '../../access/index.ts'
import { listDomains } from '../../domains/domains.ts'
import { findServedDomains } from '../../domains/visitors.ts'
import { createAlias, listAliases } from '../../links/aliases/link-aliases.ts'
import { listLinks } from '../../links/index.ts'
import { formatAddressKey } from '../../links/tables/link-address.ts'
import { findResolvedLinks } from '../../links/visitors.ts'
import { listOrganizations } from '../../organizations/organizations.ts'
import { deleteProject } from '../../projects/projects.ts'
import { importData } from './import-data.ts'
import { deleteImport, startImport } from './imports.ts'

const host = 'go.lamps.example'
const paid = { settings: ['package=Pro'] }

/** Creates the archive of a project with two domains. Each domain has a link with an alias. */
async function anArchiveWithDomain(deps: DomainTest): Promise<Buffer> {
  const owned = await anOrganization(deps, paid)
  const ctx = await aProject(deps, { owned })
  await aVerifiedDomain(deps, owned.ctx, { host })
  for (const domain of [host, null]) {
    const { url_id } = await aLink(deps, ctx, { slug: 'lamp', domain, target: `https://shop.example/${domain}` })
    await createAlias(deps, ctx, { linkId: url_id, draft: { slug: 'go/lamp' } })
  }
  return anArchive(deps, owned.ctx)
}

/** Returns the context of the project that an import added. */
async function findAddedProject(deps: DomainTest, { user, organization }: OwnedOrganization): Promise<ProjectContext> {
  const [found] = await listOrganizations(user)
  const added = found?.projects.find(({ id }) => id !== organization.projects[0]?.id)
  return getProjectContext(user, organization.id, added?.id ?? deps.ids.next())
}

/** Lists the addresses of the added project's links and of their aliases. */
async function listAddresses(deps: DomainTest, owned: OwnedOrganization): Promise<string[]> {
  const ctx = await findAddedProject(deps, owned)
  const { links } = await listLinks(deps, ctx, linkQuery.parse({}))
  const aliases = await Promise.all(links.map(({ url_id }) => listAliases(deps, ctx, url_id as LinkId)))
  return [...links, ...aliases.flat()].map(({ url }) => url).sort()
}

const addresses = ['https://go.lamps.example/go/lamp', 'https://go.lamps.example/lamp']
const instanceAddresses = ['https://go.linkshelf.example/go/lamp', 'https://go.linkshelf.example/lamp']

function selectDomains(deps: DomainTest, { organization }: OwnedOrganization) {
  return queryAsOwner(deps, 'select host, released_at is null as is_listed from domains where organization_id = $1', [organization.id])
}

it('preserves the addresses of links and aliases in another instance, on a domain that is verified there', async () => {
  await using source = await openDomainTest({ clicks: true })
  const archive = await anArchiveWithDomain(source)
  await using target = await openDomainTest({ clicks: true })
  const owned = await anOrganization(target, paid)
  await aVerifiedDomain(target, owned.ctx, { host })

  expect(await importArchive(target, owned.ctx, archive)).toMatchObject({ state: 'done', note_count: 0 })
  expect(await listAddresses(target, owned)).toEqual([...addresses, ...instanceAddresses])
  const csv = String((await unpack(archive)).get('projects/0001/links-0001.csv'))
  expect(csv).toMatch(/^\uFEFFid,domain,slug,/)
  expect(csv).toContain(`,${host},lamp,https://shop.example/${host},`)
})

it('reserves a domain that the organization does not have, and serves its links after it is verified', async () => {
  await using source = await openDomainTest({ clicks: true })
  const archive = await anArchiveWithDomain(source)
  await using target = await openDomainTest({ clicks: true })
  const owned = await anOrganization(target)
  const other = await anOrganization(target, paid)
  const theirs = await aVerifiedDomain(target, other.ctx, { host: 'noah.example' })

  const { notes } = await importArchive(target, owned.ctx, archive)

  expect(notes).toEqual([
    `Links of ${host} lead nowhere until it is a verified domain of this organization. Add it under Settings → Domains.`,
  ])
  expect(await listAddresses(target, owned)).toEqual([...addresses, ...instanceAddresses])
  expect(await listDomains(target, owned.ctx)).toEqual([])
  expect(await findServedDomains(target.edgeDb, [host, theirs.host])).toMatchObject([{ host: 'noah.example' }])

  const domain = await aDomain(target, owned.ctx, { host })
  setRecords(target, domain)
  expect(await runNextCheck(target, owned.ctx, domain)).toMatchObject({ serving: true })
  const address = formatAddressKey(domain.domain_id, 'go/lamp')
  expect((await findResolvedLinks(target.edgeDb, [address])).get(address)).toMatchObject({
    link: { destination: `https://shop.example/${host}` },
  })
})

it('deletes reserved domains when the import is undone, except domains of other links', async () => {
  await using source = await openDomainTest({ clicks: true })
  const archive = await anArchiveWithDomain(source)
  await using target = await openDomainTest({ clicks: true })
  const owned = await anOrganization(target, paid)
  const { import_id: importId } = await aCheckedArchive(target, owned.ctx, archive)
  await startImport(owned.ctx, importId)
  const pause = async () => {
    if ((await selectDomains(target, owned)).length > 0) throw new Error('killed')
  }
  const payload = { organizationId: owned.organization.id, importId }
  await expect(importData(target, payload, { pause })).rejects.toThrow('killed')
  expect(await selectDomains(target, owned)).toEqual([{ host, is_listed: false }])

  await deleteImport(owned.ctx, importId)
  expect(await selectDomains(target, owned)).toEqual([])

  await importArchive(target, owned.ctx, archive)
  expect(await listAddresses(target, owned)).toEqual([...addresses, ...instanceAddresses])
})

it('deletes the reserved domains of a deleted project when the next domain is added or imported', async () => {
  await using deps = await openDomainTest({ clicks: true })
  const owned = await anOrganization(deps, paid)
  const importFrom = async (domain: string) => importArchive(deps, owned.ctx, await createLinkArchive([{ domain }]))
  const listHosts = async () => (await selectDomains(deps, owned)).map((row) => row.host).toSorted()
  const deleteAdded = async () => deleteProject(await findAddedProject(deps, owned))

  await importFrom('one.example')
  await deleteAdded()
  await importFrom('two.example')
  expect(await listHosts()).toEqual(['two.example'])

  await aDomain(deps, owned.ctx, { host: 'own.example' })
  expect(await listHosts()).toEqual(['own.example', 'two.example'])
  await deleteAdded()
  await aDomain(deps, owned.ctx, { host: 'other.example' })
  expect(await listHosts()).toEqual(['other.example', 'own.example'])
})

const projectFile: [string, string] = [
  'projects/0001/project.json',
  JSON.stringify({
    ...{ id: '01900000-0000-7000-8000-000000000001', name: 'Lamps', description: 'Lamps', status: 'active' },
    created_at: '2026-01-01T00:00:00Z',
  }),
]

function aLinkLine(nth: number, values: object): string {
  const id = `01900000-0000-7000-8000-${String(nth).padStart(12, '0')}`
  const texts = { title: null, notes: null, labels: [], brand_logo: null }
  const flags = { has_own_title: false, is_archived: false, revision: 1, created_at: '2026-01-01T00:00:00Z' }
  return JSON.stringify({ id, slug: `lamp-${nth}`, target: 'https://shop.example/', ...texts, ...flags, ...values })
}

function createLinkArchive(links: readonly object[], head?: Parameters<typeof aWholeArchive>[1]): Promise<Buffer> {
  const lines = links.map((link, nth) => aLinkLine(nth, link)).join('\n')
  return aWholeArchive([projectFile, ['projects/0001/links-0001.jsonl', lines]], head)
}

it("uses the instance's own domain for its hosts, rejects invalid hosts, and does not block domains of other owners", async () => {
  await using deps = await openDomainTest({ clicks: true })
  const [owned, other] = [await anOrganization(deps, paid), await anOrganization(deps, paid)]
  const theirs = await aVerifiedDomain(deps, other.ctx, { host: 'noah.example' })
  const archive = await createLinkArchive([
    { domain: 'links.linkshelf.example', slug: 'own' },
    { domain: 'app.linkshelf.example', slug: 'chair' },
    { domain: '127.0.0.1', slug: 'address' },
    { domain: 'https://go.lamps.example/', slug: 'url' },
    { domain: 'NOAH.example', slug: 'theirs' },
    { domain: null, slug: 'chain', target: 'https://noah.example/lamp' },
  ])

  const { notes } = await importArchive(deps, owned.ctx, archive)

  expect(await listAddresses(deps, owned)).toEqual([
    'https://go.linkshelf.example/chair',
    'https://go.linkshelf.example/own',
    'https://noah.example/theirs',
  ])
  expect(notes.filter((note) => note.includes('domain: '))).toHaveLength(2)
  expect(notes.some((note) => note.startsWith('The link chain leads to a short link'))).toBe(true)
  const address = formatAddressKey(theirs.domain_id as DomainId, 'theirs')
  expect(await findResolvedLinks(deps.edgeDb, [address])).toEqual(new Map())
  expect(await findServedDomains(deps.edgeDb, ['noah.example'])).toMatchObject([{ domainId: theirs.domain_id }])
})

it("puts links on the exporting instance's host if the organization has verified it", async () => {
  await using deps = await openDomainTest({ clicks: true })
  const owned = await anOrganization(deps, paid)
  await aVerifiedDomain(deps, owned.ctx, { host })
  const bytes = Buffer.from(JSON.stringify({ format: 'linkshelf-archive', version: 1, links_url: `https://${host}` }))
  const archive = await createLinkArchive([{ slug: 'lamp' }], { name: 'linkshelf-archive.json', bytes, rowCount: 1 })

  await importArchive(deps, owned.ctx, archive)

  expect(await listAddresses(deps, owned)).toEqual([`https://${host}/lamp`])
})

it('rejects an archive with links on too many domains', async () => {
  await using deps = await openDomainTest({ clicks: true })
  const owned = await anOrganization(deps, { settings: ['package=Business'] })
  const archive = await createLinkArchive(
    Array.from({ length: 1_001 }, (_, nth) => ({ domain: `host-${nth}.example`, slug: `L${'x'.repeat(6)}` })),
  )

  const checked: DataImport = await aCheckedArchive(deps, owned.ctx, archive)

  expect(checked).toMatchObject({ state: 'failed', failure: dataImportMessages.tooManyDomains })
  expect(await selectDomains(deps, owned)).toEqual([])
})
