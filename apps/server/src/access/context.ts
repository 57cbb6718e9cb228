import {
  type ApiKeyId,
  type Entitlements,
  entitlementsOf,
  type MemberRole,
  type OrganizationId,
  type OrganizationSettings,
  type ProjectId,
  type UserId,
} from '@linkshelf/contract'
import type { CoreDeps } from '../platform/deps.ts'
import type { Db, Tx } from '../platform/postgres/postgres.ts'
import { type Scope, withScope } from '../platform/postgres/with-scope.ts'
import type { Log } from '../platform/process/log.ts'
import type { Throttle } from '../platform/throttle/throttle.ts'

export interface UserActor {
  kind: 'user'
  userId: UserId
  /** When the access token ends; undefined where no token was used. */
  expiresAt?: Date
  /** The session at the identity provider that the access token came from. */
  sessionUid?: string
  /** Aborts within a second after that session ended, for requests that take longer. */
  ended?: AbortSignal
  /** When the user last entered their password in that session; undefined for one that ended. */
  findAuthenticatedAt?(): Promise<Date | undefined>
}

/** A user whose access token was verified. */
export type SignedInActor = Required<UserActor>

export interface ApiKeyActor {
  kind: 'apiKey'
  keyId: ApiKeyId
  /** The user who created the key, whose role it has. */
  userId: UserId
  /** The only organization that it reaches. */
  organizationId: OrganizationId
  isReadOnly: boolean
  expiresAt?: Date
  /** Aborts within a second after the key was revoked, for requests that take longer. */
  ended: AbortSignal
}

/** A job or a command of the operator. */
export interface SystemActor {
  kind: 'system'
  name: string
}

export type Actor = UserActor | ApiKeyActor | SystemActor

/** The counters of writes and checks of slugs. */
export interface RateLimiters {
  /** Counts in this process. */
  inProcess: Throttle
  /** Counts in the transaction: what is rolled back costs nothing. */
  inTransaction(tx: Tx): Throttle
}

/** The actor and the time. Created once per request, job or command. */
export interface RequestContext {
  actor: Actor
  source: 'api' | 'job' | 'command'
  /** The address that the request came from; undefined for jobs and commands. */
  address?: string
  requestId: string
  /** The start of the request: everything it writes carries this time. */
  now: Date
  /** `read` and `mutate` open their transactions on this database. */
  db: Db
  log: Log
  hasPlans: boolean
  /** `mutate` counts writes here; undefined for jobs and commands. */
  rateLimiters?: RateLimiters
  /**
   * Aborts when the request ends before its response: queries of clicks that wait for it leave their queue, and those
   * that run are canceled. Undefined for jobs and commands.
   */
  signal?: AbortSignal
  /** Undefined for jobs and commands, which read clicks of days or hours before. */
  shippingRequests?: ShippingRequests
  /** The least role for a write of this request, as its call declares it; undefined where no call does. */
  writeRole?: MemberRole
  /** Whether the call adds to its project: its writes fail while the project is archived. */
  addsToProject?: boolean
}

/** Requests the shipping of recorded clicks (clicks/shipping/shipping-requests.ts). */
interface ShippingRequests {
  announceRead(): Promise<void>
  shipNow(): Promise<boolean>
}

/** A request of a signed-in user. */
export interface UserContext extends RequestContext {
  actor: UserActor | ApiKeyActor
}

/** A request about an organization that the actor belongs to. */
export interface OrganizationContext<Request extends RequestContext = RequestContext> extends RequestContext {
  actor: Request['actor']
  organization: OrganizationSettings & { id: OrganizationId; role: MemberRole }
  entitlements: Entitlements
}

/** A request about a project of an organization that the actor belongs to. */
export interface ProjectContext<Request extends RequestContext = RequestContext> extends OrganizationContext<Request> {
  project: { id: ProjectId }
}

/** The context of something that no call started: a job, a command, or a sign-up. */
export function createRequestContext<A extends Actor>(
  { db, clock, ids, log, hasPlans }: CoreDeps,
  {
    actor,
    source,
    address,
    requestId = ids.next(),
  }: { actor: A; source: RequestContext['source']; address?: string | undefined; requestId?: string },
): RequestContext & { actor: A } {
  return { actor, source, ...(address !== undefined && { address }), requestId, now: clock.now(), db, log, hasPlans }
}

/**
 * The context of a signed-in user's request about an organization; undefined when they don't belong to
 * it, or it does not exist.
 */
export async function findOrganizationContext(
  ctx: UserContext,
  organizationId: OrganizationId,
): Promise<OrganizationContext<UserContext> | undefined> {
  const found = await withScope(ctx.db, toActorScope(ctx.actor), (tx) =>
    selectMembership(tx, ctx.actor.userId, organizationId).executeTakeFirst(),
  )
  if (found === undefined) return undefined
  const organization = { ...found, has_plans: ctx.hasPlans }
  return { ...ctx, organization, entitlements: entitlementsOf(organization) }
}

/** Does the same for a project of the organization, in one statement by primary keys. */
export async function findProjectContext(
  ctx: UserContext,
  organizationId: OrganizationId,
  projectId: ProjectId,
): Promise<ProjectContext<UserContext> | undefined> {
  const found = await withScope(ctx.db, toActorScope(ctx.actor), (tx) =>
    selectMembership(tx, ctx.actor.userId, organizationId)
      .innerJoin('projects', 'projects.organization_id', 'members.organization_id')
      .where('projects.id', '=', projectId)
      .executeTakeFirst(),
  )
  if (found === undefined) return undefined
  const organization = { ...found, has_plans: ctx.hasPlans }
  return { ...ctx, organization, entitlements: entitlementsOf(organization), project: { id: projectId } }
}

/**
 * Returns the row-level scope of an actor before an organization is named: a user sees the organizations they belong
 * to, an API key only its own organization.
 */
export function toActorScope(actor: Actor): Scope {
  if (actor.kind === 'apiKey') return { organizationId: actor.organizationId }
  return actor.kind === 'user' ? { userId: actor.userId } : {}
}

/** Runs in a transaction that sees the organization. Returns undefined when the organization does not exist. */
export async function selectEntitlements(
  tx: Tx,
  organizationId: OrganizationId,
  { hasPlans }: Pick<CoreDeps, 'hasPlans'>,
): Promise<Entitlements | undefined> {
  const settings = await selectSettings(tx, organizationId)
  return settings && entitlementsOf({ ...settings, has_plans: hasPlans })
}

/**
 * The context of a job or command that acts with an owner's role; undefined when the organization does not exist. The
 * project is not looked up.
 */
export function findSystemContext(ctx: RequestContext, organizationId: OrganizationId): Promise<OrganizationContext | undefined>
export function findSystemContext(
  ctx: RequestContext,
  organizationId: OrganizationId,
  projectId: ProjectId,
): Promise<ProjectContext | undefined>
export async function findSystemContext(
  ctx: RequestContext,
  organizationId: OrganizationId,
  projectId?: ProjectId,
): Promise<ProjectContext | undefined> {
  const settings = await withScope(ctx.db, { organizationId }, (tx) => selectSettings(tx, organizationId))
  if (settings === undefined) return undefined
  const organization = { ...settings, has_plans: ctx.hasPlans, role: 'owner' } as const
  const organizationContext = { ...ctx, organization, entitlements: entitlementsOf(organization) }
  return projectId === undefined ? (organizationContext as ProjectContext) : { ...organizationContext, project: { id: projectId } }
}

const settingColumns = [
  'organizations.id',
  'organizations.package',
  'organizations.raised_limits',
  'organizations.full_analytics_enabled',
  'organizations.store_page_enabled',
  'organizations.product_page_enabled',
  'organizations.dashboard_days',
] as const

function selectSettings(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('organizations').select(settingColumns).where('organizations.id', '=', organizationId).executeTakeFirst()
}

function selectMembership(tx: Tx, userId: UserId, organizationId: OrganizationId) {
  return tx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .select([...settingColumns, 'members.role'])
}
