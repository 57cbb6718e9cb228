import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type DataExportId, dataExportId, utmTemplateDraft } from '@linkshelf/contract'
import { extract } from 'tar-stream'
import { createCallLimits, type OrganizationContext, type ProjectContext, type UserContext } from '../../src/access/index.ts'
import { updateCategory } from '../../src/categories/categories.ts'
import { createDownload, downloadExport } from '../../src/data-transfer/export/download-export.ts'
import { createExport } from '../../src/data-transfer/export/exports.ts'
import { toTarPart, writeArchive } from '../../src/data-transfer/export/write-archive.ts'
import { createJsonFile } from '../../src/data-transfer/format/archive-format.ts'
import { matchEarnings } from '../../src/earnings/matching/match-earnings.ts'
import { updateRates } from '../../src/earnings/rates.ts'
import { createAlias } from '../../src/links/aliases/link-aliases.ts'
import { createTemplate } from '../../src/links/utm/utm-templates.ts'
import { openPostgres } from '../../src/platform/postgres/postgres.ts'
import { updateQrCode } from '../../src/qr-codes/qr-codes.ts'
import { createStoreUrl } from '../../src/stores/store-url.ts'
import { copyFonts } from '../../src/uploads/fonts/copy-fonts.ts'
import { createUpload } from '../../src/uploads/uploads.ts'
import type { TestDeps } from '../open-test-deps.ts'
import { recordClicks, recordViews } from '../record-clicks.ts'
import {
  aCategory,
  aLabel,
  aLink,
  anImportedReport,
  anIntegration,
  aProduct,
  aProject,
  aStore,
  type OwnedOrganization,
} from './builders.ts'
import { fetchOneFont } from './font-builder.ts'
import { anImage } from './image-builder.ts'

export const archiveHead = createJsonFile('linkshelf-archive.json', {
  format: 'linkshelf-archive',
  version: 1,
  links_url: 'http://go.test',
})

/** The last part of an archive, without a manifest: it contains only the head and these files. */
export function anArchiveWithoutManifest(...files: [name: string, text: string][]): Promise<Buffer> {
  return toTarPart([archiveHead, ...files.map(([name, text]) => ({ name, bytes: Buffer.from(text), rowCount: 1 }))], { isLast: true })
}

/** A complete archive: the head, these files and the manifest. */
export function aWholeArchive(files: [name: string, text: string][], head = archiveHead): Promise<Buffer> {
  const all = [head, ...files.map(([name, text]) => ({ name, bytes: Buffer.from(text), rowCount: 1 }))]
  const listed = all.map(({ name, bytes }) => ({ name, sha256: hashBytes(bytes) }))
  return toTarPart([...all, createJsonFile('manifest.json', { files: listed })], { isLast: true })
}

const anyProject = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Lamps',
  description: 'Lamps',
  status: 'active',
  created_at: '2026-01-01T00:00:00Z',
}

/**
 * An archive of one project with `fileCount` files of 50,000 labels each, which is more labels than a project can have.
 */
export function anArchiveOfLabels(fileCount: number): Promise<Buffer> {
  const { id, created_at } = anyProject
  const toLabel = (nth: number) => ({
    id: id.slice(0, -6) + (nth * 977).toString(16).padStart(6, '0').slice(-6),
    name: 'lamps',
    is_active: true,
    color_hex: null,
    created_at,
  })
  const file = Array.from({ length: 50_000 }, (_, nth) => JSON.stringify(toLabel(nth))).join('\n')
  const files = Array.from({ length: fileCount }, (_, nth): [string, string] => [
    `projects/0001/labels-${String(nth + 1).padStart(4, '0')}.jsonl`,
    file,
  ])
  return aWholeArchive([['projects/0001/project.json', JSON.stringify(anyProject)], ...files])
}

/** An archive of 63 KB that unpacks to 64 MB of lines. */
export function anArchiveOfLines(): Promise<Buffer> {
  return aWholeArchive([
    ['projects/0001/project.json', JSON.stringify(anyProject)],
    ['projects/0001/links-0001.jsonl', '{}\n'.repeat(21_000_000)],
  ])
}

/** The id of a click at 11:00 on 10 March 2026. */
const soldClickId = '019cd767-5780-7000-8000-000000000001'
const soldReport = `EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,ItemName,Sales,Earnings
1001,2026-03-10T12:00:00Z,2026-03-11T12:00:00Z,Approved,5338,${soldClickId},=Brass lamp,20.00,0.80
1002,2026-03-10T13:00:00Z,2026-03-11T12:00:00Z,Canceled,5338,,Chair,20.00,0.40`

/** A project with at least one of everything that an archive can contain. */
export async function aFullProject(deps: TestDeps, owned: OwnedOrganization): Promise<ProjectContext<UserContext>> {
  const ctx = await aProject(deps, { owned })
  await anIntegration(ctx)
  await aLabel(deps, ctx, { name: '=lamps', color_hex: '#14b8a6' })
  await createTemplate(deps, ctx, utmTemplateDraft.parse({ name: 'Newsletter', source: 'newsletter', campaign: '=spring' }))
  const link = await aLink(deps, ctx, { slug: 'brass', title: '=1+1', notes: 'For the\nnewsletter', labels: ['=lamps', 'sale'] })
  const other = await aLink(deps, ctx, {
    target: 'https://shop.example/chair',
    shops: [{ place: 'FR', name: null, target: 'https://maker.example/fr' }],
  })
  await createAlias(deps, ctx, { linkId: link.url_id, draft: { slug: 'brass-lamp' } })
  const picture = await anImage().png().toBuffer()
  const upload = await createUpload(deps, ctx, { file: new File([new Uint8Array(picture)], 'lamp.png'), purpose: 'picture' })
  const fonts = await copyFonts({ ...deps, fetchFont: fetchOneFont }, ctx, 'https://fonts.example/fonts.css')
  const featured_links = [
    {
      url_id: link.url_id,
      title: 'Our favorite',
      subtitle: 'Since 2019',
      image_url: upload.url,
      thumbnail: true,
      ad: true,
      show_from: null,
      show_until: null,
    },
  ]
  const store = await aStore(deps, ctx, {
    name: "Mia's Lamps",
    logo: upload.url,
    newsletter_url: 'https://buttondown.com/api/emails/embed-subscribe/mia',
    newsletter_heading: 'One letter a month',
    snippet: `<img src="${upload.url}">`,
    custom_fonts_url: fonts.url,
    featured_links,
  })
  await createStoreUrl(deps, ctx, { storeId: store.store_id, draft: { url: 'lamps' } })
  const category = await aCategory(deps, ctx, { description: 'Warm light.', image_url: upload.url, show_as_row: true })
  await updateCategory(ctx, { categoryId: category.category_id, update: { name: category.name, slug: 'moved' } })
  const product = await aProduct(deps, ctx, {
    image_url: upload.url,
    attributes: { Height: '40 cm', Color: 'brass' },
    pinned: true,
    categories: [category.category_id],
    urls: [other.url_id, link.url_id],
  })
  await updateQrCode(deps, ctx, { subject: { kind: 'link', id: link.url_id }, update: { color: '#bad000' } })
  await recordClicks(deps, ctx, [
    { at: '2026-02-10T10:00:00Z', linkId: link.url_id, country: 'DE', visitor: 7, host: 'go.lamps.example', aliasId: deps.ids.next() },
    { at: '2026-03-10T10:00:00Z', linkId: link.url_id, isBot: true },
    { id: soldClickId, at: '2026-03-10T11:00:00Z', linkId: other.url_id, productId: product.product_id, visitor: 8 },
  ])
  await recordViews(deps, ctx, [{ at: '2026-03-10T10:59:00Z', productId: product.product_id, visitor: 8 }])
  await anImportedReport(deps, ctx, soldReport, { currency: 'USD' })
  await matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id })
  await updateRates(ctx, { currency: 'EUR', rates: [{ currency: 'USD', rate: 0.92 }] })
  return ctx
}

/** Writes the archive of an export, with the database account of jobs. */
export async function runExport(
  deps: TestDeps,
  { organization }: OrganizationContext,
  exportId: DataExportId,
  partBytes?: number,
): Promise<void> {
  const db = openPostgres(deps.accounts.jobs)
  try {
    await writeArchive({ ...deps, db }, { organizationId: organization.id, exportId }, partBytes)
  } finally {
    await db.destroy()
  }
}

/** Creates an export and returns the bytes of its archive. */
export async function anArchive(deps: TestDeps, ctx: OrganizationContext<UserContext>, partBytes?: number): Promise<Buffer> {
  const exportId = dataExportId.parse((await createExport(deps, ctx)).export_id)
  await runExport(deps, ctx, exportId, partBytes)
  return downloadAll(deps, ctx, exportId)
}

export async function downloadAll(
  deps: TestDeps,
  ctx: OrganizationContext<UserContext>,
  exportId: DataExportId,
  range?: string,
): Promise<Buffer> {
  const { url } = await createDownload(deps, ctx, exportId)
  const secret = url.slice(url.lastIndexOf('/') + 1)
  const request = { ...ctx, callLimits: createCallLimits() }
  const { body } = await downloadExport(request, { organizationId: ctx.organization.id, exportId, secret, range, ifRange: undefined })
  return Buffer.from(await new Response(body).arrayBuffer())
}

/** Returns the files of an archive by name, in archive order. */
export async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for await (const entry of Readable.from([archive]).pipe(createGunzip()).pipe(extract())) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    files.set(entry.header.name, Buffer.concat(chunks))
  }
  return files
}

export function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
