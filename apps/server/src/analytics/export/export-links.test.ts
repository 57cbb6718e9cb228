import { exportQuery, fileImportId, linkQuery } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCheckedLinkImport, aLink, anOrganization, aProject } from '../../../test/builders/builders.ts'
import { aVerifiedDomain, type DomainTest, openDomainTest } from '../../../test/builders/domain-builder.ts'
import type { ProjectContext } from '../../access/index.ts'
import { runImport } from '../../file-imports/import-jobs.ts'
import { startImport } from '../../file-imports/index.ts'
import { linkImports } from '../../links/import/link-imports.ts'
import { listLinks } from '../../links/index.ts'
import { exportAnalytics } from './export-analytics.ts'

const host = 'go.lamps.example'

async function aProjectWithDomain(deps: DomainTest) {
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  await aVerifiedDomain(deps, owned.ctx, { host })
  return aProject(deps, { owned })
}

async function listAddresses(deps: DomainTest, ctx: ProjectContext): Promise<string[]> {
  const { links } = await listLinks(deps, ctx, linkQuery.parse({ limit: 100 }))
  return links.map(({ url, target }) => `${url} ${target}`).sort()
}

it('restores the addresses of links in another instance, on own domains and on the domain of the instance', async () => {
  await using deps = await openDomainTest({ clicks: true })
  const ctx = await aProjectWithDomain(deps)
  for (const domain of [host, null])
    for (const slug of ['lamp', 'go/k\u00fcche'])
      await aLink(deps, ctx, { slug, domain, target: `https://shop.example/${domain}/${slug.length}` })
  const { body } = await exportAnalytics(deps, ctx, exportQuery.parse({ table: 'urls' }))
  const csv = Buffer.concat(await Array.fromAsync(body)).toString()

  expect(
    csv
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').at(9)),
  ).toEqual(['domain', ...Array.from({ length: 2 }, () => 'go.linkshelf.example'), ...Array.from({ length: 2 }, () => host)])
  await using other = await openDomainTest()
  const moved = await aProjectWithDomain(other)
  const { import_id } = await aCheckedLinkImport(other, moved, csv)
  const importId = fileImportId.parse(import_id)
  await startImport(linkImports, moved, { importId, input: { replace_slugs: false } })
  await runImport(linkImports, other, { organizationId: moved.organization.id, projectId: moved.project.id, importId })
  expect(await listAddresses(other, moved)).toEqual(await listAddresses(deps, ctx))
  // The context needs a later time, because imported links must have been created in the past.
  expect(await aCheckedLinkImport(deps, { ...ctx, now: new Date() }, csv)).toMatchObject({ created: 0, skipped: 4 })
})
