import { randomUUID } from 'node:crypto'
import {
  type AmazonMigrationId,
  type AmazonMigrationRun,
  type ApiKey,
  type ApiKeyId,
  amazonIntegrationDraft,
  amazonMigrationId,
  apiKeyDraft,
  apiKeyId,
  type Category,
  type CategoryId,
  categoryDraft,
  categoryId,
  type DataExportId,
  type DataImportId,
  type EarningsImport,
  type EarningsImportStart,
  type FileImportId,
  fileImportId,
  type IntegrationDrafts,
  type Integrations,
  type Invitation,
  type InvitationId,
  invitationId,
  invitationPath,
  type Label,
  type LabelDraft,
  type LabelId,
  type Link,
  type LinkDraft,
  type LinkId,
  type LinkImport,
  labelId,
  linkId,
  type MemberRole,
  type Organization,
  type OrganizationId,
  organizationId,
  type Product,
  type ProductId,
  type ProductImport,
  type Project,
  productDraft,
  productId,
  projectId,
  type SessionId,
  type Store,
  type StoreId,
  storeDraft,
  storeId,
  type UserId,
} from '@linkshelf/contract'
import { findOrganizationContext, findProjectContext } from '../../src/access/context.ts'
import {
  type ApiKeyActor,
  createRequestContext,
  type OrganizationContext,
  type ProjectContext,
  type RequestContext,
  type UserContext,
} from '../../src/access/index.ts'
import { migrateLinks } from '../../src/amazon-migrations/links/migrate-links.ts'
import { listMigrations, startMigration } from '../../src/amazon-migrations/migrations.ts'
import { createApiKey } from '../../src/api-keys/api-keys.ts'
import { createCategory } from '../../src/categories/categories.ts'
import { earningsImports } from '../../src/earnings/imports/earnings-imports.ts'
import { checkImport, runImport } from '../../src/file-imports/import-jobs.ts'
import { createImport, getImport, type ImportKind, type ImportTypes, startImport } from '../../src/file-imports/index.ts'
import { upsertSession } from '../../src/identity/tables/session-table.ts'
import { saveIntegration } from '../../src/integrations/integrations.ts'
import { createLabel } from '../../src/labels/labels.ts'
import { linkImports } from '../../src/links/import/link-imports.ts'
import { type FoundLink, findResolvedLinks } from '../../src/links/resolved/find-resolved-links.ts'
import { createLink } from '../../src/links/write/create-link.ts'
import { insertWithSlugs } from '../../src/links/write/insert-with-slugs.ts'
import { toNewLink } from '../../src/links/write/new-link.ts'
import { setOrganizationSettings } from '../../src/organizations/index.ts'
import { sendInvitationEmail } from '../../src/organizations/invitations/invitation-email.ts'
import { inviteMember } from '../../src/organizations/invitations/invitations.ts'
import { insertMember } from '../../src/organizations/member-table.ts'
import { createOrganization } from '../../src/organizations/organizations.ts'
import { systemIds } from '../../src/platform/ids.ts'
import { withScope } from '../../src/platform/postgres/with-scope.ts'
import { productImports } from '../../src/products/import/product-imports.ts'
import { createProduct } from '../../src/products/products.ts'
import { createStore } from '../../src/stores/stores.ts'
import type { TestDeps } from '../open-test-deps.ts'

/**
 * The password of every user that `aUser` creates. Its hash is a constant, because computing a hash in each test file
 * would take time.
 */
export const testPassword = 'otters like cold water'
const testPasswordHash = '$argon2id$v=19$m=19456,t=2,p=1$W3Ytm3O/qCnJl4VNKYi1uw$8sK6c/YQKFDZg2tKn0Up0jLWpEcfYPKDJT2lmBqrN8I'

/** Creates a user without an organization. Returns the context of the user's requests. */
export async function aUser(deps: TestDeps, { email = `${randomUUID()}@people.test`, isEmailConfirmed = true } = {}): Promise<UserContext> {
  const [userId, now] = [deps.ids.next<UserId>(), deps.clock.now()]
  const confirmedAt = isEmailConfirmed ? now : null
  await deps.db
    .insertInto('users')
    .values({ id: userId, email, full_name: 'Mia Reed', password_hash: testPasswordHash, created_at: now, email_confirmed_at: confirmedAt })
    .execute()
  return createRequestContext(deps, { actor: { kind: 'user', userId }, source: 'api' })
}

export interface OwnedOrganization {
  user: UserContext
  organization: Organization
  /** The context of the owner's requests about the organization. */
  ctx: OrganizationContext<UserContext>
}

/**
 * Creates an organization. Its owner is `user`, or a new user if `user` is undefined. `settings` have the format of the
 * operator's command, for example `package=Pro`.
 */
export async function anOrganization(
  deps: TestDeps,
  { settings = [] as string[], user = undefined as UserContext | undefined } = {},
): Promise<OwnedOrganization> {
  const owner = user ?? (await aUser(deps))
  const organization = await createOrganization(deps, owner, "Mia's shelf")
  if (settings.length > 0) await setOrganizationSettings(deps, organization.id, settings)
  const ctx = await findOrganizationContext(owner, organizationId.parse(organization.id))
  if (ctx === undefined) throw new Error('A new organization belongs to its owner')
  return { user: owner, organization, ctx }
}

/** Creates an invitation for `email`, runs the job that sends the email, and returns the token in the email's link. */
export async function anInvitation(
  deps: TestDeps,
  { ctx }: OwnedOrganization,
  draft: { email: string; role?: MemberRole },
): Promise<Invitation & { id: InvitationId; token: string }> {
  const invitation = await inviteMember(deps, { ...ctx, now: deps.clock.now() }, { role: 'member', ...draft })
  const id = invitationId.parse(invitation.invitation_id)
  await sendInvitationEmail(deps, { organizationId: ctx.organization.id, invitationId: id, invitedBy: ctx.actor.userId })
  return { ...invitation, id, token: findInvitationToken(deps.emails.at(-1)?.text ?? '') }
}

/** Returns the token of the first invitation link in the text, or an empty string if there is no such link. */
export function findInvitationToken(text: string): string {
  return text.split(invitationPath)[1]?.match(/^[\w-]+/)?.[0] ?? ''
}

/** Adds a member to the organization. Returns the context of the member's requests about the organization. */
export async function aMember(
  deps: TestDeps,
  { ctx }: OwnedOrganization,
  { role = 'member' as MemberRole, user = undefined as UserContext | undefined } = {},
): Promise<OrganizationContext<UserContext>> {
  const member = user ?? (await aUser(deps))
  const { userId } = member.actor
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    insertMember(tx, ctx.organization.id, { userId, role, createdAt: deps.clock.now() }),
  )
  const found = await findOrganizationContext(member, ctx.organization.id)
  if (found === undefined) throw new Error('A member belongs to the organization')
  return found
}

/** A finished export without archive parts. */
export async function anExport(deps: TestDeps, { ctx }: OwnedOrganization): Promise<DataExportId> {
  const id = deps.ids.next<DataExportId>()
  const times = { created_at: deps.clock.now(), finished_at: deps.clock.now() }
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx
      .insertInto('data_exports')
      .values({ id, organization_id: ctx.organization.id, state: 'done', project_ids: [], ...times })
      .execute(),
  )
  return id
}

/** The properties of the import that `anImport` creates. */
export const aDataImport = { file_name: 'archive.tar.gz', bytes: 4 }

/** A checked import whose archive is not stored. */
export async function anImport(deps: TestDeps, { ctx }: OwnedOrganization): Promise<DataImportId> {
  const id = deps.ids.next<DataImportId>()
  const { file_name, bytes } = aDataImport
  const archive = { file_name, byte_count: bytes, received_bytes: bytes, part_count: 1, created_at: deps.clock.now() }
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx
      .insertInto('data_imports')
      .values({ ...archive, id, organization_id: ctx.organization.id, state: 'ready' })
      .execute(),
  )
  return id
}

/** Creates a session of the user, as the identity provider does. */
export async function aSession(deps: TestDeps, { actor }: UserContext, uid: string = randomUUID()): Promise<SessionId> {
  const [id, now] = [deps.ids.next<SessionId>(), deps.clock.now()]
  const client = { device: 'desktop', browser: 'Firefox', os: 'Linux', country: 'DE', methods: ['password'] } as const
  await upsertSession(deps.db, { id, uid, user_id: actor.userId, ...client, signed_in_at: now, last_used_at: now })
  return id
}

/** Creates a user and a session. Returns the context of the user's requests in this session. */
export async function aUserInSession(deps: TestDeps): Promise<UserContext> {
  const user = await aUser(deps)
  const sessionUid = randomUUID()
  await aSession(deps, user, sessionUid)
  return { ...user, actor: { kind: 'user', userId: user.actor.userId, sessionUid } }
}

/** Creates an API key that acts for the user of `ctx`. The result includes the key's whole text. */
export async function anApiKey(
  deps: TestDeps,
  ctx: OrganizationContext<UserContext>,
  draft: object = {},
): Promise<ApiKey & { id: ApiKeyId }> {
  const key = await createApiKey(deps, ctx, apiKeyDraft.parse({ name: 'Nightly import', ...draft }))
  return { ...key, id: apiKeyId.parse(key.id) }
}

/**
 * Returns the context of requests with a verified API key of this user. If `key` names no organization, the key belongs
 * to an organization that does not exist.
 */
export function toApiKeyContext(
  { actor, ...request }: UserContext,
  key: Partial<ApiKeyActor> = {},
): RequestContext & { actor: ApiKeyActor } {
  const [keyId, organizationId] = [systemIds.next<ApiKeyId>(), systemIds.next<OrganizationId>()]
  const ended = new AbortController().signal
  return { ...request, actor: { kind: 'apiKey', keyId, userId: actor.userId, organizationId, isReadOnly: false, ended, ...key } }
}

/**
 * Returns the context of an owner's requests about an organization's first project. If `owned` is undefined, creates
 * the organization.
 */
export async function aProject(
  deps: TestDeps,
  options: { settings?: string[]; owned?: OwnedOrganization } = {},
): Promise<ProjectContext<UserContext>> {
  const { user, organization } = options.owned ?? (await anOrganization(deps, options))
  return getProjectContext(user, organization.id, getFirstProject(organization).id)
}

/** Returns the context of the user's requests about the project. Throws if the user does not belong to the project. */
export async function getProjectContext(user: UserContext, orgId: string, id: string): Promise<ProjectContext<UserContext>> {
  const ctx = await findProjectContext(user, organizationId.parse(orgId), projectId.parse(id))
  if (ctx === undefined) throw new Error('This user has no such project')
  return ctx
}

export function getFirstProject(organization: Organization): Project {
  const [first] = organization.projects
  if (first === undefined) throw new Error('A new organization has a project')
  return first
}

export function aDraft(draft: Partial<LinkDraft> = {}): LinkDraft {
  return { target: 'https://shop.example/lamp', labels: [], ...draft }
}

/** Saves an Amazon integration. By default, it has tags for amazon.com and amazon.de. */
export function anIntegration(ctx: ProjectContext, draft: Partial<IntegrationDrafts['amazon']> = {}): Promise<Integrations['amazon']> {
  const saved = { trackingId: 'mia-20', associateId: 'mia-20', defaultMarket: 'com', market_tags: { de: 'mia-21' } }
  return saveIntegration(ctx, 'amazon', amazonIntegrationDraft.parse({ ...saved, ...draft }))
}

/** Runs an Amazon migration to its end. The project must have an Amazon integration. */
export async function aMigration(
  deps: TestDeps,
  ctx: ProjectContext,
  { batchLinks }: { batchLinks?: number } = {},
): Promise<AmazonMigrationRun & { migration_id: AmazonMigrationId }> {
  const { migration_id } = await startMigration(deps, { ...ctx, now: deps.clock.now() })
  await migrateLinks(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id, migrationId: migration_id }, batchLinks)
  const run = (await listMigrations(ctx)).find((one) => one.migration_id === migration_id)
  if (run === undefined) throw new Error('A new run is listed')
  return { ...run, migration_id: amazonMigrationId.parse(migration_id) }
}

/** Loads a slug as the edge does. Returns undefined if the slug was never used. */
export async function findDestination(deps: TestDeps, slug: string): Promise<FoundLink | undefined> {
  return (await findResolvedLinks(deps.edgeDb, [slug])).get(slug)
}

/** Creates a link at the current time instead of the context's time, because lists are ordered by creation time. */
export async function aLink(deps: TestDeps, ctx: ProjectContext, draft: Partial<LinkDraft> = {}): Promise<Link & { url_id: LinkId }> {
  const link = await createLink(deps, { ...ctx, now: deps.clock.now() }, aDraft(draft))
  return { ...link, url_id: linkId.parse(link.url_id) }
}

/** Inserts many links in one statement, without checks and quotas. Returns their ids. */
export async function insertManyLinks(
  deps: TestDeps,
  ctx: ProjectContext,
  drafts: Pick<LinkDraft, 'target' | 'slug' | 'title'>[],
): Promise<LinkId[]> {
  const links = drafts.map((draft) => toNewLink(ctx, { id: deps.ids.next<LinkId>(), draft, labels: [], domainId: null, isPending: false }))
  await withScope(ctx.db, { organizationId: ctx.organization.id }, (tx) => insertWithSlugs(tx, ctx, links))
  return links.map(({ id }) => id)
}

export async function aLabel(deps: TestDeps, ctx: ProjectContext, draft: Partial<LabelDraft> = {}): Promise<Label & { label_id: LabelId }> {
  const label = await createLabel(deps, ctx, { name: 'lamps', active: true, color_hex: null, ...draft })
  return { ...label, label_id: labelId.parse(label.label_id) }
}

/**
 * Returns the code of the AppError that rejected the promise. Rethrows any other error. Throws if the promise is
 * fulfilled.
 */
export async function catchErrorCode(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'status' in error) return String(error.code)
    throw error
  }
  throw new Error('The promise was not rejected')
}

/** Returns the sorted error codes of the rejected promises. */
export function listErrorCodes(settled: PromiseSettledResult<unknown>[]): string[] {
  return settled.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason.code ?? outcome.reason)] : [])).sort()
}

export async function aStore(deps: TestDeps, ctx: ProjectContext, draft: object = {}): Promise<Store & { store_id: StoreId }> {
  const store = await createStore(deps, ctx, storeDraft.parse({ name: `Shelf ${randomUUID()}`, ...draft }))
  return { ...store, store_id: storeId.parse(store.store_id) }
}

export async function aCategory(deps: TestDeps, ctx: ProjectContext, draft: object = {}): Promise<Category & { category_id: CategoryId }> {
  const category = await createCategory(deps, ctx, categoryDraft.parse({ name: 'Lamps', ...draft }))
  return { ...category, category_id: categoryId.parse(category.category_id) }
}

/** Uploads and checks a product file, which can then be imported. */
export function aCheckedImport(
  deps: TestDeps,
  ctx: ProjectContext,
  csv: string | Buffer<ArrayBuffer>,
): Promise<ProductImport & { import_id: FileImportId }> {
  return aCheckedFile(deps, ctx, { kind: productImports, file: new File([csv], 'products.csv') })
}

/** Uploads and checks a file of links, which can then be imported. */
export function aCheckedLinkImport(deps: TestDeps, ctx: ProjectContext, csv: string): Promise<LinkImport & { import_id: FileImportId }> {
  return aCheckedFile(deps, ctx, { kind: linkImports, file: new File([csv], 'links.csv') })
}

/** Uploads and checks an earnings report, which can then be imported. */
export function aCheckedReport(
  deps: TestDeps,
  ctx: ProjectContext,
  report: string | Buffer<ArrayBuffer>,
): Promise<EarningsImport & { import_id: FileImportId }> {
  return aCheckedFile(deps, ctx, { kind: earningsImports, file: new File([report], 'report.csv') })
}

async function aCheckedFile<T extends ImportTypes>(
  deps: TestDeps,
  ctx: ProjectContext,
  { kind, file }: { kind: ImportKind<T>; file: File },
): Promise<T['result'] & { import_id: FileImportId }> {
  const { import_id } = await createImport(kind, deps, ctx, file)
  const importId = fileImportId.parse(import_id)
  await checkImport(kind, deps, { organizationId: ctx.organization.id, projectId: ctx.project.id, importId })
  return { ...(await getImport(kind, ctx, importId)), import_id: importId }
}

/** Imports an earnings report, so that its transactions are counted. */
export async function anImportedReport(
  deps: TestDeps,
  ctx: ProjectContext,
  report: string,
  answers: EarningsImportStart = {},
): Promise<FileImportId> {
  const { import_id: importId } = await aCheckedReport(deps, ctx, report)
  await startImport(earningsImports, ctx, { importId, input: answers })
  await runImport(earningsImports, deps, { organizationId: ctx.organization.id, projectId: ctx.project.id, importId })
  return importId
}

export async function aProduct(deps: TestDeps, ctx: ProjectContext, draft: object = {}): Promise<Product & { product_id: ProductId }> {
  const product = await createProduct(deps, ctx, productDraft.parse({ name: 'Brass lamp', ...draft }))
  return { ...product, product_id: productId.parse(product.product_id) }
}
