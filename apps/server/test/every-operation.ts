import {
  aliexpressIntegrationDraft,
  type CallMeta,
  type DomainId,
  ebayIntegrationDraft,
  type FileImportId,
  linkImportStart,
  type MemberRole,
  productImportStart,
  utmTemplateDraft,
} from '@linkshelf/contract'
import type { ProjectContext, UserContext } from '../src/access/index.ts'
import { analyticsViewKind } from '../src/analytics/analytics-views.ts'
import { createOpenApiDocument } from '../src/api-reference/index.ts'
import { findCallMeta, resolveDocument } from '../src/api-reference/openapi-document.ts'
import { getDomainSettings } from '../src/domains/domain-settings.ts'
import { createPostbackAddress } from '../src/earnings/postbacks/postback-address.ts'
import { type ImportKind, type ImportTypes, startImport } from '../src/file-imports/index.ts'
import { getProfile } from '../src/identity/profile/profile.ts'
import { saveIntegration } from '../src/integrations/integrations.ts'
import { createAlias } from '../src/links/aliases/link-aliases.ts'
import { linkImports } from '../src/links/import/link-imports.ts'
import { linkViewKind } from '../src/links/link-views.ts'
import { createTemplate } from '../src/links/utm/utm-templates.ts'
import { productImports } from '../src/products/import/product-imports.ts'
import { createSavedView } from '../src/saved-views/index.ts'
import {
  aCategory,
  aCheckedImport,
  aCheckedLinkImport,
  aCheckedReport,
  aDataImport,
  aLabel,
  aLink,
  aMigration,
  anApiKey,
  anExport,
  anImport,
  anIntegration,
  anInvitation,
  anOrganization,
  aProduct,
  aProject,
  aSession,
  aStore,
  type OwnedOrganization,
  testPassword,
} from './builders/builders.ts'
import { aDomain } from './builders/domain-builder.ts'
import { aConnection, aConsentUrl, aScannedChannel } from './builders/youtube-builder.ts'
import { queryAsOwner } from './databases/run-as-owner.ts'
import type { TestDeps } from './open-test-deps.ts'

export interface Operation {
  method: string
  /** The path as in the OpenAPI document, with its parameters in braces. */
  path: string
  takesBody: boolean
  /** True if the body is a form with a file. */
  takesFile: boolean
  /** The media types of its responses. */
  responseTypes: string[]
  concurrency: CallMeta['concurrency']
  /** True if the operation is rejected while a disk has too little free space. */
  storesFiles: boolean
  /** True if the operation is rejected while its project is archived. */
  addsToProject: boolean
  /** True if the operation rejects API keys. */
  isForUsersOnly: boolean
  /** Whether the operation needs a recent sign-in, as the contract's metadata declares. */
  needsRecentSignIn: CallMeta['needsRecentSignIn']
  /** The lowest role that can call the operation. Undefined if the path names no organization. */
  role: MemberRole | undefined
  needsConfirmedEmail: boolean
  /** The body field with the list of items, if the operation accepts more than 100 items at once. */
  bulk: { field: string; max: number } | undefined
}

type RequestContent = Record<string, { schema: { properties?: Record<string, { maxItems?: number }> } }>

/** Returns every operation of the OpenAPI document. */
export async function listOperations(): Promise<Operation[]> {
  const document = resolveDocument(await createOpenApiDocument('http://app.test')) as object as {
    paths: Record<
      string,
      Record<string, { operationId: string; requestBody?: { content: RequestContent }; responses?: Record<string, { content?: object }> }>
    >
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody, responses = {} }]) => ({
      method: method.toUpperCase(),
      path,
      takesBody: requestBody !== undefined,
      takesFile: 'multipart/form-data' in (requestBody?.content ?? {}),
      responseTypes: Object.values(responses).flatMap(({ content = {} }) => Object.keys(content)),
      concurrency: findCallMeta(operationId).concurrency,
      storesFiles: findCallMeta(operationId).storesFiles ?? false,
      addsToProject: findCallMeta(operationId).addsToProject ?? false,
      isForUsersOnly: findCallMeta(operationId).isForUsersOnly ?? false,
      needsRecentSignIn: findCallMeta(operationId).needsRecentSignIn,
      role: findCallMeta(operationId).role,
      needsConfirmedEmail: findCallMeta(operationId).needsConfirmedEmail ?? false,
      bulk: findBulk(requestBody?.content),
    })),
  )
}

function findBulk(content: RequestContent = {}): Operation['bulk'] {
  const fields = Object.entries(content['application/json']?.schema.properties ?? {})
  return fields.map(([field, { maxItems = 0 }]) => ({ field, max: maxItems })).find(({ max }) => max > 100)
}

/** Returns true if the call needs no sign-in. */
export function isPublic(path: string): boolean {
  return path.startsWith('/v1/public/')
}

export type PathIds = Record<string, string>

/** A picture of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

function aFormWith(file: File): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}

/** The header row of an Amazon earnings report. */
const aReport = 'ASIN,Tracking ID,Date Shipped,Items Shipped,Revenue($),Ad Fees($)\n'

/** A valid request body for every call that has a body. */
const bodies: Record<string, object | ((ids: PathIds) => object)> = {
  'PATCH /v1/{orgId}/projects/{projectId}/urls': ({ urlId }) => ({ url_ids: [urlId], archived: true, add_labels: ['Changed'] }),
  'POST /v1/{orgId}/projects/{projectId}/urls/check': ({ urlId }) => ({ url_ids: [urlId] }),
  'POST /v1/{orgId}/projects/{projectId}/urls/restore': ({ urlId }) => ({ url_ids: [urlId] }),
  'POST /v1/{orgId}/projects/{projectId}/urls/erase': ({ urlId }) => ({ url_ids: [urlId] }),
  'POST /v1/{orgId}/projects/{projectId}/urls/delete': ({ urlId }) => ({ url_ids: [urlId] }),
  'POST /v1/{orgId}/projects/{projectId}/urls/bulk': { items: [{ target: 'https://shop.example/changed' }] },
  'POST /v1/{orgId}/projects/{projectId}/urls': { target: 'https://shop.example/changed' },
  'POST /v1/{orgId}/projects/{projectId}/urls/imports': aFormWith(new File(['url\nhttps://shop.example/imported'], 'links.csv')),
  'POST /v1/{orgId}/projects/{projectId}/urls/imports/{linkImportId}/start': {},
  'POST /v1/{orgId}/projects/{projectId}/urls/imports/{linkImportId}/undo': {},
  'PATCH /v1/{orgId}/projects/{projectId}/urls/{urlId}': { title: 'Changed' },
  'POST /v1/{orgId}/projects/{projectId}/urls/{urlId}/aliases': {},
  'POST /v1/{orgId}/projects/{projectId}/urls/{urlId}/qr_code': { color: '#bad000' },
  'POST /v1/{orgId}/projects/{projectId}/products/{productId}/qr_code': { color: '#bad000' },
  'POST /v1/{orgId}/projects/{projectId}/stores/{storeId}/qr_code': { color: '#bad000' },
  'POST /v1/{orgId}/projects/{projectId}/labels': { name: 'Changed' },
  'PATCH /v1/{orgId}/projects/{projectId}/labels/{labelId}': { name: 'Changed' },
  'POST /v1/{orgId}/projects/{projectId}/link-views': { name: 'Changed', query: 'sort=clicks' },
  'PUT /v1/{orgId}/projects/{projectId}/link-views/{viewId}': { name: 'Changed again', query: 'sort=name' },
  'POST /v1/{orgId}/projects/{projectId}/utm-templates': { name: 'Changed' },
  'PUT /v1/{orgId}/projects/{projectId}/utm-templates/{templateId}': { name: 'Changed again', source: 'changed' },
  'POST /v1/{orgId}/projects/{projectId}/analytics/reports': { name: 'Changed', view: {} },
  'PATCH /v1/{orgId}/projects/{projectId}/analytics/reports/{reportId}': { name: 'Changed again', is_mailed: true },
  'POST /v1/{orgId}/projects/{projectId}/stores': { name: 'Changed' },
  'PUT /v1/{orgId}/projects/{projectId}/stores/{storeId}': ({ storeId }) => ({ name: `Changed ${storeId}` }),
  'PATCH /v1/{orgId}/projects/{projectId}/stores/{storeId}': ({ storeRevision: revision }) => ({ revision, title: 'Changed' }),
  'POST /v1/org/{orgId}/projects/{projectId}/stores/{storeId}/url': {},
  'POST /v1/{orgId}/projects/{projectId}/products': { name: 'Changed' },
  'PUT /v1/{orgId}/projects/{projectId}/products/{productId}': { name: 'Changed' },
  'PATCH /v1/{orgId}/projects/{projectId}/products/{productId}': ({ productRevision: revision }) => ({ revision, description: 'Changed' }),
  'POST /v1/{orgId}/projects/{projectId}/products/bulk': ({ productId }) => ({ product_ids: [productId], action: 'deactivate' }),
  'POST /v1/{orgId}/projects/{projectId}/products/restore': ({ productId }) => ({ product_ids: [productId] }),
  'POST /v1/{orgId}/projects/{projectId}/products/erase': ({ productId }) => ({ product_ids: [productId] }),
  'POST /v1/{orgId}/projects/{projectId}/products/from-url': { url: 'http://127.0.0.1/lamp' },
  'POST /v1/{orgId}/projects/{projectId}/products/imports': aFormWith(new File(['name\nChanged'], 'products.csv')),
  'POST /v1/{orgId}/projects/{projectId}/products/imports/{importId}/start': {},
  'POST /v1/{orgId}/projects/{projectId}/products/imports/{importId}/undo': {},
  'POST /v1/{orgId}/projects/{projectId}/products/{productId}/move': { position: 1 },
  'POST /v1/org/{orgId}/projects/{projectId}/products/{productId}/url': {},
  'POST /v1/{orgId}/projects/{projectId}/categories': { name: 'Changed' },
  'PUT /v1/{orgId}/projects/{projectId}/categories/{categoryId}': { name: 'Changed' },
  'PATCH /v1/{orgId}/projects/{projectId}/categories/{categoryId}': ({ categoryRevision: revision }) => ({ revision, name: 'Changed' }),
  'POST /v1/{orgId}/projects/{projectId}/categories/{categoryId}/move': { before: null },
  'POST /v1/{orgId}/projects/{projectId}/uploads': aFormWith(new File([pixel], 'pixel.gif')),
  'POST /v1/{orgId}/projects/{projectId}/uploads/fonts': { url: 'https://fonts.example/fonts.css' },
  'PUT /v1/{orgId}/projects/{projectId}/integrations/amazon': { trackingId: 'changed-20', associateId: 'changed-20', defaultMarket: 'com' },
  'PUT /v1/{orgId}/projects/{projectId}/integrations/ebay': { campaignId: '5338123456', publisherId: '5574652453' },
  'PUT /v1/{orgId}/projects/{projectId}/integrations/aliexpress': { trackingId: 'changed', appId: '501234' },
  'POST /v1/{orgId}/projects/{projectId}/ideas': { subject: 'Changed', idea: 'Changed' },
  'POST /v1/{orgId}/projects/{projectId}/earnings/imports': aFormWith(
    new File([`${aReport}B0CHANGED1,lamp-20,2026-09-16,1,10.00,0.50`], 'report.csv'),
  ),
  'POST /v1/{orgId}/projects/{projectId}/earnings/imports/{earningsImportId}/start': {},
  'PUT /v1/{orgId}/projects/{projectId}/earnings/rates': { currency: 'EUR', rates: [{ currency: 'USD', rate: 0.92 }] },
  'POST /v1/{orgId}/projects/{projectId}/youtube/channels': { channelUrl: '@another' },
  'PATCH /v1/{orgId}/projects/{projectId}/youtube/channels/{channelId}': { watch: 'offer' },
  'POST /v1/{orgId}/projects/{projectId}/youtube/connections': ({ consentState, consentCode }) => ({
    state: consentState,
    code: consentCode,
  }),
  'PATCH /v1/{orgId}/projects/{projectId}/youtube/channels/{channelId}/videos/{videoId}': { is_excluded: true },
  'PATCH /v1/{orgId}/projects/{projectId}/youtube/channels/{channelId}/links': ({ original }) => ({ original, is_excluded: true }),
  'POST /v1/{orgId}/projects/{projectId}/youtube/channels/{channelId}/undo': {},
  'POST /v1/{orgId}/domains': { host: 'changed.example' },
  'PATCH /v1/{orgId}/domains/{domainId}/settings': ({ domainSettingsRevision: revision }) => ({ revision, robots_txt: 'User-agent: *' }),
  'POST /v1/{orgId}/api-keys': { name: 'Changed' },
  'POST /v1/{orgId}/imports': aDataImport,
  'POST /v1/{orgId}/imports/{dataImportId}/parts/{number}': aFormWith(new File([new Uint8Array(aDataImport.bytes)], 'part')),
  'POST /v1/{orgId}/projects': { name: 'Changed', description: 'Changed' },
  'PATCH /v1/{orgId}/projects/{projectId}': { name: 'Changed' },
  'PUT /v1/{orgId}/projects/{projectId}/domain': ({ domainId }) => ({ domain_id: domainId }),
  'PATCH /v1/organizations/{orgId}': { name: 'Changed' },
  'PUT /v1/organizations/{orgId}/second-factor': { required: false },
  'POST /v1/{orgId}/subscription': { name: 'Changed', package: 'Business', payment_period: 'yearly' },
  'POST /v1/{orgId}/subscription/change': { planTitle: 'Starter', period: 'monthly' },
  'POST /v1/organizations': { name: 'Changed' },
  'POST /v1/{orgId}/members': { email: 'changed@people.test', role: 'member' },
  'PATCH /v1/{orgId}/members/{userId}': { role: 'owner' },
  'POST /v1/me/invitations': ({ invitationToken }) => ({ token: invitationToken }),
  'PATCH /v1/me': { theme: 'dark' },
  'PUT /v1/me/notifications': { time_zone: 'Europe/Berlin', preferences: [{ id: 'marketing', enabled: true }] },
  'POST /v1/me/avatar': aFormWith(new File([pixel], 'pixel.gif')),
  'POST /v1/me/deletion': { current_password: testPassword },
  'POST /v1/me/reauthentication': { method: 'password', password: testPassword },
  'POST /v1/me/password': { current_password: testPassword, new_password: 'badgers dig at dusk' },
}

/**
 * Returns a call of the operation with a valid body. Path parameters get their values from `ids`, or a new id if `ids`
 * has no value for a parameter.
 */
export function toCall(deps: TestDeps, { method, path }: Pick<Operation, 'method' | 'path'>, ids: PathIds) {
  const body = bodies[`${method} ${path}`]
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? deps.ids.next()),
    body: typeof body === 'function' ? body(ids) : body,
  }
}

/**
 * Creates one of everything that a path can name, and returns the ids. The owner can change or delete all of it. Saved
 * views, reports and the consent at Google belong to `reader`. If `hasSingletons` is false, no store and no unfinished
 * import are created, because a project can have only one of each.
 */
export async function createPathIds(
  deps: TestDeps,
  owned: OwnedOrganization,
  { name = 'lamps', hasSingletons = true, reader = owned.user as Pick<UserContext, 'actor'> } = {},
): Promise<PathIds> {
  const ctx = await aProject(deps, { owned })
  const link = await aLink(deps, ctx, { target: 'https://geni.us/lamp' })
  const label = await aLabel(deps, ctx, { name })
  const category = await aCategory(deps, ctx, { name })
  const product = await aProduct(deps, ctx, { urls: [link.url_id], categories: [category.category_id] })
  await saveEveryIntegration(ctx)
  const migrationId = (await aMigration(deps, ctx)).migration_id
  const ofReader = { ...ctx, actor: reader.actor, writeRole: 'viewer' as const }
  const domainId = await aServingDomainId(deps, owned)
  const store = hasSingletons ? await aStore(deps, ctx) : { store_id: deps.ids.next(), revision: '' }
  return {
    importId: await aStartedImport(ctx, productImports, {
      ...(await aCheckedImport(deps, ctx, 'name\nBrass lamp')),
      input: productImportStart.parse({}),
    }),
    migrationId,
    ...(await createYoutubeIds(deps, ofReader)),
    linkImportId: await aStartedImport(ctx, linkImports, {
      ...(await aCheckedLinkImport(deps, ctx, 'url\nhttps://shop.example/lamp')),
      input: linkImportStart.parse({}),
    }),
    earningsImportId: (await aCheckedReport(deps, ctx, `${aReport}B0LAMP0001,lamp-20,2026-09-15,1,20.00,1.00`)).import_id,
    postbackSecret: (await createPostbackAddress(deps, ctx)).url?.split('/').at(-1) ?? '',
    orgId: owned.organization.id,
    projectId: ctx.project.id,
    urlId: link.url_id,
    aliasId: (await createAlias(deps, ctx, { linkId: link.url_id, draft: {} })).alias_id,
    labelId: label.label_id,
    viewId: (await createSavedView(linkViewKind, deps, ofReader, { name, view: { query: '' } })).view_id,
    templateId: (await aTemplate(deps, ctx, name)).template_id,
    reportId: (await createSavedView(analyticsViewKind, deps, ofReader, { name, view: {} })).report_id,
    productId: product.product_id,
    productRevision: product.revision,
    categoryId: category.category_id,
    categoryRevision: category.revision,
    storeId: store.store_id,
    storeRevision: store.revision,
    userId: owned.user.actor.userId,
    keyId: (await anApiKey(deps, owned.ctx)).id,
    domainId,
    domainSettingsRevision: (await getDomainSettings(owned.ctx, domainId)).revision,
    sessionId: await aSession(deps, owned.user),
    ...(await createInvitationIds(deps, owned)),
    exportId: await anExport(deps, owned),
    dataImportId: hasSingletons ? await anImport(deps, owned) : deps.ids.next(),
    number: '0',
  }
}

/** Starts an import, so that it can be undone. No job runs, so it imports nothing. */
async function aStartedImport<T extends ImportTypes>(
  ctx: ProjectContext,
  kind: ImportKind<T>,
  { import_id: importId, input }: { import_id: FileImportId; input: T['input'] },
): Promise<FileImportId> {
  await startImport(kind, ctx, { importId, input })
  return importId
}

async function aServingDomainId(deps: TestDeps, { ctx }: OwnedOrganization): Promise<DomainId> {
  const { domain_id: id } = await aDomain(deps, ctx, { host: `${deps.ids.next()}.example` })
  await queryAsOwner(deps, "update domains set is_serving = true, status = 'verified' where id = $1", [id])
  return id
}

function aTemplate(deps: TestDeps, ctx: ProjectContext, name: string) {
  return createTemplate(deps, ctx, utmTemplateDraft.parse({ name, source: 'newsletter' }))
}

/**
 * Creates a connected channel that was scanned an hour ago and has one video with a link. Also creates a second channel
 * and its owner's consent at Google, which has not been redeemed yet. If `deps` has no Google server, the ids name
 * nothing.
 */
async function createYoutubeIds(deps: TestDeps, ctx: ProjectContext<UserContext>): Promise<PathIds> {
  const original = 'https://www.amazon.com/dp/B07FZ8S74R'
  if (deps.googleServer === undefined) return { videoId: 'v0000000000', original }
  const { account } = deps.googleServer
  const channel = account.addChannel()
  const video = account.addVideo(channel, { description: `Lamp: ${original}` })
  const channelId = await aScannedChannel(deps, ctx, channel)
  await aConnection(deps, ctx, { account, channel, channelId })
  const other = account.addChannel()
  const url = await aConsentUrl(deps, ctx, await aScannedChannel(deps, ctx, other))
  await queryAsOwner(deps, "update youtube_reads set read_at = read_at - interval '1 hour'")
  const consentState = new URL(url).searchParams.get('state') ?? ''
  for (const handle of ['@another', '@mialamps']) if (!account.channels.some((one) => one.handle === handle)) account.addChannel({ handle })
  return { channelId, videoId: video.id, original, consentState, consentCode: account.consent(url, other) }
}

async function saveEveryIntegration(ctx: ProjectContext): Promise<void> {
  await anIntegration(ctx)
  await saveIntegration(ctx, 'ebay', ebayIntegrationDraft.parse({ campaignId: '5338123456', publisherId: '5574652453' }))
  await saveIntegration(ctx, 'aliexpress', aliexpressIntegrationDraft.parse({ trackingId: 'mia', appId: '501234' }))
}

/**
 * Creates an invitation to the organization, and an invitation of the organization's owner to another organization.
 * Returns the id of the first and the token of the second.
 */
async function createInvitationIds(deps: TestDeps, owned: OwnedOrganization): Promise<PathIds> {
  const own = await anInvitation(deps, owned, { email: `${deps.ids.next()}@people.test` })
  const received = await anInvitation(deps, await anOrganization(deps), { email: (await getProfile(owned.user)).email })
  return { invitationId: own.invitation_id, invitationToken: received.token }
}
