import {
  type ApiKeyId,
  type Entitlements,
  type MemberRole,
  type OrganizationId,
  type OrganizationSettings,
  type ProjectId,
  toEntitlements,
  type UserId,
} from '@linkshelf/contract'
import type { CoreDeps } from '../platform/deps.ts'
import type { Db, Tx } from '../platform/postgres/postgres.ts'
import { type Scope, withScope } from '../platform/postgres/with-scope.ts'
import type { Log } from '../platform/process/log.ts'
import type { Throttle } from '../platform/throttle/throttle.ts'
import { lacksSecondFactor } from './second-factor.ts'

export interface UserActor {
  kind: 'user'
  userId: UserId
  /** When the access token expires. Undefined if no token was used. */
  expiresAt?: Date
  /** The id of the session at the identity provider that issued the access token. */
  sessionUid?: string
  /** Aborts within a second after the session ended. Long-running requests listen to it. */
  ended?: AbortSignal
  /** Returns when the user last entered their password in the session. Returns undefined if the session has ended. */
  findAuthenticatedAt?(): Promise<Date | undefined>
}

/** A user whose access token was verified. */
export type SignedInActor = Required<UserActor>

export interface ApiKeyActor {
  kind: 'apiKey'
  keyId: ApiKeyId
  /** The user who created the key. The key has the role of this user. */
  userId: UserId
  /** The only organization that the key has access to. */
  organizationId: OrganizationId
  isReadOnly: boolean
  expiresAt?: Date
  /** Aborts within a second after the key was revoked. Long-running requests listen to it. */
  ended: AbortSignal
}

/** A job or a command of the operator. */
export interface SystemActor {
  kind: 'system'
  name: string
}

export type Actor = UserActor | ApiKeyActor | SystemActor

/** The counters of writes and of slug checks. */
export interface RateLimiters {
  /** Counts in the memory of this process. */
  inProcess: Throttle
  /** Counts in the transaction. A rollback also reverts the count. */
  inTransaction(tx: Tx): Throttle
}

/** Who acts, and when. Created once per request, job or command. */
export interface RequestContext {
  actor: Actor
  source: 'api' | 'job' | 'command'
  /** The client's IP address. Undefined for jobs and commands. */
  address?: string
  requestId: string
  /** The start of the request. Everything that the request writes has this time. */
  now: Date
  /** `read` and `mutate` open their transactions on this database. */
  db: Db
  log: Log
  hasPlans: boolean
  /** `mutate` counts writes here. Undefined for jobs and commands, which have no rate limits. */
  rateLimiters?: RateLimiters
  /**
   * Aborts when the client disconnects before the response. Click queries of this request then leave their queue, and
   * running queries are canceled. Undefined for jobs and commands.
   */
  signal?: AbortSignal
  /**
   * Makes the shippers store recorded clicks in ClickHouse before the request reads them. Undefined for jobs and
   * commands, because they read only clicks that are hours or days old.
   */
  shippingRequests?: ShippingRequests
  /**
   * The least role that may write in this request, if its call declares one. Undefined for jobs, commands and calls
   * about an account.
   */
  writeRole?: MemberRole
  /**
   * Whether writes fail if the actor lacks a second factor that the organization requires. Undefined for jobs, commands
   * and calls about an account.
   */
  checksSecondFactor?: boolean
  /** Whether the call adds to its project. If it does, its writes fail while the project is archived. */
  addsToProject?: boolean
}

/** Asks the shippers to store recorded clicks in ClickHouse now. See clicks/shipping/shipping-requests.ts. */
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

/** A user's request about an organization, before the call is admitted. */
export interface MemberContext extends OrganizationContext<UserContext> {
  /** Whether the organization requires a second factor that the actor lacks. */
  lacksSecondFactor: boolean
}

/** A request about a project of an organization that the actor belongs to. */
export interface ProjectContext<Request extends RequestContext = RequestContext> extends OrganizationContext<Request> {
  project: { id: ProjectId }
}

/** Creates a context for work that no API call starts: a job, a command or a sign-up. */
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
 * Returns the context of a signed-in user's request about an organization. Returns undefined if the organization does
 * not exist or the user is not a member.
 */
export async function findOrganizationContext(ctx: UserContext, organizationId: OrganizationId): Promise<MemberContext | undefined> {
  const found = await withScope(ctx.db, toActorScope(ctx.actor), (tx) => selectMembership(tx, ctx.actor, organizationId).executeTakeFirst())
  return found && toMemberContext(ctx, found)
}

/**
 * Returns the context of a request about a project. One statement finds organization and project by their primary keys.
 * Returns undefined if the project does not exist or the user has no access.
 */
export async function findProjectContext(
  ctx: UserContext,
  organizationId: OrganizationId,
  projectId: ProjectId,
): Promise<(ProjectContext<UserContext> & MemberContext) | undefined> {
  const found = await withScope(ctx.db, toActorScope(ctx.actor), (tx) =>
    selectMembership(tx, ctx.actor, organizationId)
      .innerJoin('projects', 'projects.organization_id', 'members.organization_id')
      .where('projects.id', '=', projectId)
      .executeTakeFirst(),
  )
  return found && { ...toMemberContext(ctx, found), project: { id: projectId } }
}

function toMemberContext(ctx: UserContext, { lacks_second_factor: lacksSecondFactor, ...settings }: MembershipRow): MemberContext {
  const organization = { ...settings, has_plans: ctx.hasPlans }
  return { ...ctx, organization, entitlements: toEntitlements(organization), lacksSecondFactor }
}

/**
 * Returns an actor's row-level scope before the organization is known. A user sees the organizations that they belong
 * to. An API key sees only its own organization.
 */
export function toActorScope(actor: Actor): Scope {
  if (actor.kind === 'apiKey') return { organizationId: actor.organizationId }
  return actor.kind === 'user' ? { userId: actor.userId } : {}
}

/**
 * Selects the entitlements of an organization, in a transaction that has access to it. Returns undefined if the
 * organization does not exist.
 */
export async function selectEntitlements(
  tx: Tx,
  organizationId: OrganizationId,
  { hasPlans }: Pick<CoreDeps, 'hasPlans'>,
): Promise<Entitlements | undefined> {
  const settings = await selectSettings(tx, organizationId)
  return settings && toEntitlements({ ...settings, has_plans: hasPlans })
}

/**
 * Returns the context of a job or command, which acts with the owner's role. Returns undefined if the organization does
 * not exist. It does not check whether the project exists.
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
  const organizationContext = { ...ctx, organization, entitlements: toEntitlements(organization) }
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

type MembershipRow = Awaited<ReturnType<ReturnType<typeof selectMembership>['executeTakeFirstOrThrow']>>

function selectMembership(tx: Tx, actor: UserContext['actor'], organizationId: OrganizationId) {
  return tx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', actor.userId)
    .select([...settingColumns, 'members.role'])
    .select(lacksSecondFactor(actor, 'organizations.second_factor_required').as('lacks_second_factor'))
}
