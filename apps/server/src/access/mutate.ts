// The only way to write an owner's data. Each write first locks the organization and project that it writes to, so that
// they can't be deleted before it commits. Locks are always taken in this order, so transactions can't deadlock:
// organization, project, membership, rows of the project, sessions, user.
import type {
  AuditAction,
  AuditEntity,
  Entitlements,
  Feature,
  MemberRole,
  OrganizationId,
  Project,
  ProjectId,
  UserId,
} from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/postgres/postgres.ts'
import { type Scope, setScope, withScope } from '../platform/postgres/with-scope.ts'
import { denyAccess, describeActor, requireFeature, requireRole } from './access-rules.ts'
import { AppError, fail } from './app-error.ts'
import { type AuditLogEntry, insertAuditLogEntry } from './audit-log-table.ts'
import type { Actor, RequestContext } from './context.ts'
import { toActorScope } from './context.ts'
import { rateLimitCreation, rateLimitWrite } from './rate-limits.ts'
import { lacksSecondFactor } from './second-factor.ts'
import { eventByAction, isSecurityAction, logSecurityEvent } from './security-log.ts'

/** The context of any read or write. While an organization is being created, only its id is known. */
interface ScopedContext extends RequestContext {
  organization?: { id: OrganizationId }
  project?: { id: ProjectId }
  /**
   * The account that an operator's command or a sign-up changes. If undefined, a user's request changes the user's own
   * account.
   */
  account?: { id: UserId }
  entitlements?: Entitlements
}

export interface Mutation {
  action: AuditAction
  entity: AuditEntity
  /** The entity's id. `work` may set it later through `change`. */
  entityId?: string
  /**
   * The least role that may write, if no call declares one. `member` by default. Actors with a lower role get
   * NOT_FOUND.
   */
  role?: MemberRole
  requires?: Feature
  /** Whether the mutation adds to a project. Only jobs set it, because calls declare it in the contract. */
  addsToProject?: boolean
  /** How many writes the rate limit counts for this mutation. Default 1. */
  writeCount?: number
  /**
   * Selects the rows that are locked against deletion. By default, these are the organization and project of the
   * context, locked in a mode that allows other writes.
   * - `organization` does not lock the project, because `work` locks projects itself.
   * - `members` locks only the organization, because `work` locks its members itself.
   * - `exclusive` waits for every other write in the organization and then blocks new writes.
   * - `joining` locks the organization for an actor who is not yet a member. `work` checks whether they may join.
   * - `none` locks nothing, because this transaction creates the organization.
   */
  lock?: 'organization' | 'members' | 'exclusive' | 'joining' | 'none'
}

/** The rate limit that counts these actions, in addition to the rate limit of writes. */
const rateLimitedActions: Partial<Record<AuditAction, 'projects' | 'organizations' | 'invitations'>> = {
  'project.create': 'projects',
  'organization.create': 'organizations',
  'member.invite': 'invitations',
  'invitation.resend': 'invitations',
}

/** The fields of the audit entry that `work` sets. Plain JSON without secrets. */
export interface Change {
  entityId?: string | undefined
  before?: object | undefined
  after?: object | undefined
}

/** The work of a mutation. `role` is the actor's role, read in the transaction. Jobs and commands act as an owner. */
export type Work<T> = (tx: Tx, change: Change, role: MemberRole) => Promise<T>

/**
 * Runs `work` in a read-only transaction that sees the context's organization. If the context has no organization, it
 * sees the user's own rows.
 */
export function read<T>(ctx: ScopedContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withScope(ctx.db, { ...toScope(ctx), isReadOnly: true }, work)
}

/**
 * Checks the feature and the rate limit of writes, then runs `work` in one transaction. The transaction sets the
 * row-level scope, locks the organization and project, checks membership and role, counts creations and writes one
 * audit entry. Throws TOO_MANY_REQUESTS if a rate limit is reached. Throws NOT_FOUND and writes nothing if the
 * organization or project was deleted, or if the actor's membership or role has ended. Throws SECOND_FACTOR_NEEDED if
 * the organization now requires a second factor that the actor lacks.
 */
export async function mutate<T>(ctx: ScopedContext, mutation: Mutation, work: Work<T>): Promise<T> {
  if (mutation.requires !== undefined && ctx.entitlements !== undefined) requireFeature(ctx.entitlements, mutation.requires)
  await rateLimitWrite(ctx, mutation.writeCount)
  return mutateTogether(ctx.db, (step) => step(ctx, mutation, work))
}

/** One mutation of `mutateTogether`. */
export type MutationStep = <T>(ctx: ScopedContext, mutation: Mutation, work: Work<T>) => Promise<T>

/**
 * Runs a read between the steps of `mutateTogether`. Locks the organization exclusively until the transaction ends.
 * Returns undefined if the actor is no longer a member.
 */
export type Inspection = <T>(
  ctx: ScopedContext & { organization: { id: OrganizationId } },
  work: (tx: Tx) => Promise<T>,
) => Promise<T | undefined>

/**
 * Runs several mutations in one transaction. Each mutation has its own scope, locks and audit entry. Either all of them
 * are committed or none. It does not check features or count against the rate limit of writes, but a step that creates
 * an entity counts against the rate limit of such creations. To avoid deadlocks, mutations of organizations must come
 * first, sorted by organization id.
 */
export async function mutateTogether<T>(db: Db, run: (step: MutationStep, inspect: Inspection) => Promise<T>): Promise<T> {
  const committed: (() => void)[] = []
  const result = await db.transaction().execute((tx) => {
    const step: MutationStep = async (ctx, mutation, work) => {
      const change: Change = { entityId: mutation.entityId }
      await setScope(tx, toScope(ctx))
      const role = await lockAndCheckAccess(tx, ctx, mutation)
      const limited = rateLimitedActions[mutation.action]
      if (limited !== undefined) await rateLimitCreation(tx, ctx, limited)
      const written = await work(tx, change, role)
      await insertAuditLogEntry(tx, toAuditLogEntry(ctx, mutation, change))
      committed.push(() => logCommitted(ctx, mutation.action, change))
      return written
    }
    const inspect: Inspection = async (ctx, work) => {
      await setScope(tx, toScope(ctx))
      const row = await lockScopeRows(tx, ctx, ctx.organization.id, 'exclusive')
      return row === undefined || findRole(row, ctx) === null ? undefined : work(tx)
    }
    return run(step, inspect)
  })
  for (const log of committed) log()
  return result
}

/**
 * Runs `work` in one transaction with the scope and locks of a mutation. A job uses it to write data that is derived
 * from the owner's data, for example drawn pictures. It writes no audit entry, because the change that caused the job
 * already has one. With `exclusive`, it waits for every other write in the organization. Throws NOT_FOUND if the
 * organization or project was deleted.
 */
export async function writeDerived<T>(
  ctx: ScopedContext & { organization: { id: OrganizationId } },
  { lock }: { lock?: 'exclusive' },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute(async (tx) => {
    await setScope(tx, toScope(ctx))
    if ((await lockScopeRows(tx, ctx, ctx.organization.id, lock)) === undefined) fail('NOT_FOUND')
    return work(tx)
  })
}

/** Awaits a job's mutation. Ignores NOT_FOUND: then the entity was deleted after the job had read it. */
export async function ignoreDeleted(mutation: Promise<unknown>): Promise<void> {
  try {
    await mutation
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
  }
}

function toScope({ organization, account, actor }: ScopedContext): Scope {
  return { ...toActorScope(actor), ...(account && { userId: account.id }), ...(organization && { organizationId: organization.id }) }
}

function findUserId(actor: Actor) {
  return actor.kind === 'system' ? null : actor.userId
}

function toAuditLogEntry(ctx: ScopedContext, { action, entity }: Mutation, { entityId, before, after }: Change): AuditLogEntry {
  return {
    created_at: ctx.now,
    organization_id: ctx.organization?.id ?? null,
    project_id: ctx.project?.id ?? null,
    user_id: ctx.organization === undefined ? (ctx.account?.id ?? findUserId(ctx.actor)) : null,
    ...toActorColumns(ctx.actor),
    source: ctx.source,
    address: ctx.address ?? null,
    request_id: ctx.requestId,
    action,
    entity,
    entity_id: entityId ?? null,
    before: before ?? null,
    after: after ?? null,
  }
}

function toActorColumns(actor: Actor) {
  if (actor.kind === 'user') return { actor_kind: 'user', actor_id: actor.userId } as const
  if (actor.kind === 'apiKey') return { actor_kind: 'api_key', actor_id: actor.keyId } as const
  return { actor_kind: 'system', actor_id: actor.name } as const
}

/** Writes a committed action to the security log if the action is relevant to security. */
function logCommitted(ctx: ScopedContext, action: AuditAction, { entityId }: Change): void {
  if (!isSecurityAction(action)) return
  const { log, actor, organization, requestId, address } = ctx
  const fields = { requestId, address, actor: describeActor(actor), organizationId: organization?.id, entityId }
  logSecurityEvent(log, eventByAction[action], fields)
}

async function lockAndCheckAccess(
  tx: Tx,
  ctx: ScopedContext,
  { action, lock, role: ownRole = 'member', addsToProject: ownAddsToProject = false }: Mutation,
): Promise<MemberRole> {
  const { organization, writeRole: least = ownRole, addsToProject = ownAddsToProject } = ctx
  // No membership is checked, because the mutation is about the user's own rows or about an organization that the actor
  // creates.
  if (organization === undefined || lock === 'none') return 'owner'
  const row = (await lockScopeRows(tx, ctx, organization.id, lock)) ?? fail('NOT_FOUND')
  if (lock === 'joining') return 'viewer'
  const role = findRole(row, ctx)
  if (role === null) return denyAccess(ctx, { reason: 'not a member', attempted: action })
  requireRole(ctx, role, { least, attempted: action })
  if (row.lacks_second_factor) denyAccess(ctx, { reason: 'no second factor', attempted: action }, 'SECOND_FACTOR_NEEDED')
  if (addsToProject && row.project_status === 'archived') fail('PROJECT_ARCHIVED')
  return role
}

/** Returns the actor's role, or null if the actor is not a member. A job or a command acts as an owner. */
function findRole({ role }: { role: MemberRole | null }, { actor }: ScopedContext): MemberRole | null {
  return actor.kind === 'system' ? 'owner' : role
}

interface LockedScope {
  role: MemberRole | null
  project_status: Project['status'] | null
  /** Whether the organization requires a second factor that the actor lacks, if the context checks it. */
  lacks_second_factor: boolean
}

/**
 * Locks the organization, the project and the actor's membership, in this order, in one statement. `lock` can leave the
 * project or the membership unlocked. Returns the actor's current role, because the role in `ctx` may be outdated. A
 * role change waits for the writes that the old role allowed, and archiving waits for writes that add to the project.
 * Returns undefined if the organization or project was deleted.
 */
function lockScopeRows(
  tx: Tx,
  { project, actor, checksSecondFactor }: ScopedContext,
  organizationId: OrganizationId,
  lock: Exclude<Mutation['lock'], 'none'>,
): Promise<LockedScope | undefined> {
  const organizations = tx
    .selectFrom('organizations')
    .select('organizations.second_factor_required')
    .where('organizations.id', '=', organizationId)
  const noProject = sql<Project['status'] | null>`null`.as('project_status')
  const withProject =
    project === undefined || lock === 'organization' || lock === 'joining' || lock === 'members'
      ? organizations.select(noProject).forKeyShare('organizations')
      : organizations
          .innerJoin('projects', 'projects.organization_id', 'organizations.id')
          .where('projects.id', '=', project.id)
          .select('projects.status as project_status')
          .forKeyShare(['organizations', 'projects']) // rows are locked in the order in which the tables are listed here
  const locked = lock === 'exclusive' ? organizations.select(noProject).forUpdate('organizations') : withProject
  const membership = tx
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', findUserId(actor))
  return tx
    .with('locked', () => locked)
    .selectFrom('locked')
    .select(() => (lock === 'members' ? membership : membership.forShare()).as('role'))
    .select('project_status')
    .select(
      (checksSecondFactor ? lacksSecondFactor(actor, 'locked.second_factor_required') : sql<boolean>`false`).as('lacks_second_factor'),
    )
    .executeTakeFirst()
}
