import type { DomainId } from '@linkshelf/contract'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aLink, aProject, findDestination } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { formatAddressKey } from '../tables/link-address.ts'
import { findResolvedLinks } from './find-resolved-links.ts'

let deps: TestDeps
let owner: pg.Client
beforeEach(async () => {
  deps = await openTestDeps()
  owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await deps[Symbol.asyncDispose]()
})

it('finds a link with its ids, its revision and no rules', async () => {
  const project = await aProject(deps)
  const link = await aLink(deps, project, { slug: 'lamp', target: 'https://shop.example/lamp' })
  expect(await findDestination(deps, 'lamp')).toEqual({
    kind: 'link',
    link: {
      linkId: link.url_id,
      projectId: project.project.id,
      organizationId: project.organization.id,
      revision: 1,
      destination: 'https://shop.example/lamp',
      rules: [],
    },
  })
  expect(await findDestination(deps, 'missing')).toBeUndefined()
})

it('increments the revision when the destination changes or the link is deleted, but for no other change', async () => {
  await aLink(deps, await aProject(deps), { slug: 'lamp', target: 'https://shop.example/lamp' })
  await owner.query("update links set title = 'A lamp', target = target where slug = 'lamp'")
  expect(await findDestination(deps, 'lamp')).toMatchObject({ link: { revision: 1 } })
  await owner.query("update links set target = 'https://shop.example/chair' where slug = 'lamp'")
  expect(await findDestination(deps, 'lamp')).toMatchObject({ link: { revision: 2, destination: 'https://shop.example/chair' } })
  await owner.query("update links set deleted_at = now() where slug = 'lamp'")
  expect(await findDestination(deps, 'lamp')).toEqual({ kind: 'gone' })
  expect((await owner.query("select revision from links where slug = 'lamp'")).rows).toEqual([{ revision: 3 }])
})

it('finds links that are deleted or of a deleted project as gone, and links to other than http(s) addresses as invalid', async () => {
  const project = await aProject(deps)
  for (const slug of ['lamp', 'chair']) await aLink(deps, project, { slug })
  await owner.query("update links set target = 'javascript:alert(1)' where slug = 'chair'")
  expect(await findDestination(deps, 'chair')).toEqual({ kind: 'invalid' })
  await owner.query('delete from projects')
  expect(await findDestination(deps, 'lamp')).toEqual({ kind: 'gone' })
})

const domains = { lamps: '01978f3a-0000-7000-8000-00000000000d', chairs: '01978f3a-0000-7000-8000-00000000000e' } as const

/** Adds a link, two domains of its organization, and a link with the same slug on the first domain. */
async function addDomains() {
  const project = await aProject(deps)
  await aLink(deps, project, { slug: 'lamp', target: 'https://shop.example/lamp' })
  for (const [host, id] of Object.entries(domains))
    await owner.query(
      `insert into domains (id, organization_id, host, token, status_since, checking_since, created_at)
       values ($1, $2, $3 || '.example', 'token', now(), now(), now())`,
      [id, project.organization.id, host],
    )
  await owner.query(
    `insert into links (id, organization_id, project_id, domain_id, slug, target, created_at)
     select uuidv7(), organization_id, project_id, $1, slug, 'https://shop.example/desk-lamp', now() from links`,
    [domains.lamps],
  )
  return project
}

function toAddressKey(domain: keyof typeof domains | null, slug: string): string {
  return formatAddressKey(domain && (domains[domain] as DomainId), slug)
}

async function findDestinations(...addresses: string[]) {
  const found = await findResolvedLinks(deps.edgeDb, addresses)
  return addresses.map((address) => {
    const one = found.get(address)
    return one?.kind === 'link' ? one.link.destination : one?.kind
  })
}

it('finds the link of each domain at the same slug, and no link of another domain', async () => {
  await addDomains()
  expect(await findDestinations('lamp', toAddressKey('lamps', 'lamp'), toAddressKey('chairs', 'lamp'))).toEqual([
    'https://shop.example/lamp',
    'https://shop.example/desk-lamp',
    undefined,
  ])
})

it('registers an address only once, for a link or an alias', async () => {
  const project = await addDomains()
  const insertLink = (domainId: string | null, slug: string) =>
    owner.query(
      `insert into links (id, organization_id, project_id, domain_id, slug, target, created_at)
       values (uuidv7(), $1, $2, $3, $4, 'https://shop.example/', now())`,
      [project.organization.id, project.project.id, domainId, slug],
    )
  const insertAlias = (domainId: string | null, slug: string) =>
    owner.query(
      `insert into link_aliases (id, organization_id, project_id, link_id, domain_id, slug, created_at)
       select uuidv7(), organization_id, project_id, id, $1, $2, now() from links where domain_id is null and slug = 'lamp'`,
      [domainId, slug],
    )
  expect((await insertAlias(domains.chairs, 'lamp')).rowCount).toBe(1)
  expect(await findDestinations(toAddressKey('chairs', 'lamp'))).toEqual(['https://shop.example/lamp'])
  expect((await insertLink(domains.chairs, 'lamp')).rowCount).toBe(0)
  expect((await insertAlias(domains.chairs, 'lamp')).rowCount).toBe(0)
  expect((await insertAlias(domains.lamps, 'lamp')).rowCount).toBe(0)

  await owner.query('delete from link_aliases')
  expect(await findDestinations(toAddressKey('chairs', 'lamp'))).toEqual(['gone'])
  expect((await insertLink(domains.chairs, 'lamp')).rowCount).toBe(0)
})

it('announces a change of a link at each of its addresses', async () => {
  await addDomains()
  await owner.query(
    `insert into link_aliases (id, organization_id, project_id, link_id, domain_id, slug, created_at)
     select uuidv7(), organization_id, project_id, id, $1, 'light', now() from links where domain_id is null`,
    [domains.chairs],
  )
  await owner.query('delete from link_changes')
  await owner.query("update links set target = 'https://shop.example/light' where domain_id is null")
  const { rows } = await owner.query<{ slug: string }>('select slug from link_changes order by slug')
  expect(rows.map(({ slug }) => slug)).toEqual([toAddressKey('chairs', 'light'), 'lamp'])
})

it('moves a link to another domain, and its earlier address becomes an alias or is gone', async () => {
  await addDomains()
  await owner.query('begin')
  await owner.query('update links set domain_id = $1 where domain_id is null', [domains.chairs])
  await owner.query(
    `insert into link_aliases (id, organization_id, project_id, link_id, slug, created_at)
     select uuidv7(), organization_id, project_id, id, 'lamp', now() from links where domain_id = $1`,
    [domains.chairs],
  )
  await owner.query('commit')
  expect(await findDestinations('lamp', toAddressKey('chairs', 'lamp'))).toEqual(Array(2).fill('https://shop.example/lamp'))
  await owner.query("update links set slug = 'desk' where domain_id = $1", [domains.lamps])
  expect(await findDestinations(toAddressKey('lamps', 'lamp'), toAddressKey('lamps', 'desk'))).toEqual([
    'gone',
    'https://shop.example/desk-lamp',
  ])
})

it('rejects a link on the domain of another organization', async () => {
  await addDomains()
  const { organization, project } = await aProject(deps)
  const insertion = owner.query(
    `insert into links (id, organization_id, project_id, domain_id, slug, target, created_at)
     values (uuidv7(), $1, $2, $3, 'mine', 'https://shop.example/', now())`,
    [organization.id, project.id, domains.lamps],
  )
  await expect(insertion).rejects.toThrow('violates foreign key constraint')
})
