// The one way to write an owner's data. Every write first locks what it works in, so that none of it is deleted
// meanwhile. Locks are always taken in this order, so there are no deadlocks: organization, project, membership,
// what is in the project, an account: sessions, then the user.
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
import { eventByAction, isSecurityAction, logSecurityEvent } from './security-log.ts'

/** Any context. While an organization is created, only its id is known. */
interface ScopedContext extends RequestContext {
  organization?: { id: OrganizationId }
  project?: { id: ProjectId }
  /** The account that a command is about; a request of a user is about their own. */
  account?: { id: UserId }
  entitlements?: Entitlements
}

export interface Mutation {
  action: AuditAction
  entity: AuditEntity
  /** The id of the entity; `work` may set it later through `change`. */
  entityId?: string
  /** The least role, where no call declares one: by default viewers may not write. Anyone else gets NOT_FOUND. */
  role?: MemberRole
  requires?: Feature
  /** For a job that adds to a project; a call declares it in the contract. */
  addsToProject?: boolean
  /** How many writes it counts as, by default one. */
  writeCount?: number
  /**
   * The locks against deletion: by default on the organization and the project that the context names, shared with
   * other writes. `organization` does not lock the project, because `work` locks projects itself. `members` locks only
   * the organization, because `work` locks its members itself. `exclusive` waits for every other write in the
   * organization, then locks it alone. `joining` locks the organization for an actor who is no member yet; `work`
   * checks whether they may join. `none` is for an organization that this transaction creates.
   */
  lock?: 'organization' | 'members' | 'exclusive' | 'joining' | 'none'
}

/** The limit that these actions count against beside that of writes. */
const rateLimitedActions: Partial<Record<AuditAction, 'projects' | 'organizations' | 'invitations'>> = {
  'project.create': 'projects',
  'organization.create': 'organizations',
  'member.invite': 'invitations',
  'invitation.resend': 'invitations',
}

/** The part of the audit entry that `work` sets. Plain JSON, without secrets. */
export interface Change {
  entityId?: string | undefined
  before?: object | undefined
  after?: object | undefined
}

/** `role` is that of the actor, read in the transaction; a job or a command acts as an owner. */
export type Work<T> = (tx: Tx, change: Change, role: MemberRole) => Promise<T>

/**
 * Runs `work` in one read-only transaction that sees the context's organization, or the user's own rows where
 * the context names none.
 */
export function read<T>(ctx: ScopedContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withScope(ctx.db, { ...toScope(ctx), isReadOnly: true }, work)
}

/**
 * Checks the feature and the limit of writes, then runs `work` in one transaction: sets the row-level scope, locks,
 * checks membership and role, counts creations inside the transaction, and writes one audit entry. Throws
 * TOO_MANY_REQUESTS when a rate limit is reached. Throws NOT_FOUND, and writes nothing, when the organization or
 * project of the context was deleted, or the actor's membership or role has ended.
 */
export async function mutate<T>(ctx: ScopedContext, mutation: Mutation, work: Work<T>): Promise<T> {
  if (mutation.requires !== undefined && ctx.entitlements !== undefined) requireFeature(ctx.entitlements, mutation.requires)
  await rateLimitWrite(ctx, mutation.writeCount)
  return mutateTogether(ctx.db, (step) => step(ctx, mutation, work))
}

/** One mutation of `mutateTogether`. */
export type MutationStep = <T>(ctx: ScopedContext, mutation: Mutation, work: Work<T>) => Promise<T>

/**
 * Reads between the steps, in an organization that is locked alone until the transaction ends; undefined when the actor
 * does not belong to it any more.
 */
export type Inspection = <T>(
  ctx: ScopedContext & { organization: { id: OrganizationId } },
  work: (tx: Tx) => Promise<T>,
) => Promise<T | undefined>

/**
 * Several mutations in one transaction, each in its own scope, with its own locks and audit entry: all of them happen,
 * or none. It checks no feature and doesn't count against the limit of writes; creations that have a limit of their own
 * are counted in their step. Mutations of organizations come first, sorted by id: then no two of these deadlock.
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
 * Runs `work` in one transaction with the scope and the locks of a mutation, for what a job derives from the owner's
 * data, such as drawn pictures. It leaves no audit entry, since the change that caused it left one. With `exclusive`,
 * it waits for every other write in the organization. Throws NOT_FOUND if the organization or project was deleted.
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

/**
 * Awaits the mutation of a job, and ignores its NOT_FOUND, which means that its subject was deleted
 * since the job read it.
 */
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

/** Writes the actions that belong in the security log there too. */
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
  // The user's own rows, or an organization that the actor creates.
  if (organization === undefined || lock === 'none') return 'owner'
  const row = (await lockScopeRows(tx, ctx, organization.id, lock)) ?? fail('NOT_FOUND')
  if (lock === 'joining') return 'viewer'
  const role = findRole(row, ctx)
  if (role === null) return denyAccess(ctx, { reason: 'not a member', attempted: action })
  requireRole(ctx, role, { least, attempted: action })
  if (addsToProject && row.project_status === 'archived') fail('PROJECT_ARCHIVED')
  return role
}

/** A job or a command acts as an owner. */
function findRole({ role }: { role: MemberRole | null }, { actor }: ScopedContext): MemberRole | null {
  return actor.kind === 'system' ? 'owner' : role
}

/**
 * One statement locks the organization and the project, then the actor's membership, and returns their role: the one in
 * `ctx` may be outdated, and a change of the role waits for the writes that it allowed, as archiving waits for the
 * writes that add to the project. Returns undefined when the organization or the project was deleted.
 */
function lockScopeRows(
  tx: Tx,
  { project, actor }: ScopedContext,
  organizationId: OrganizationId,
  lock: Exclude<Mutation['lock'], 'none'>,
): Promise<{ role: MemberRole | null; project_status: Project['status'] | null } | undefined> {
  const organizations = tx.selectFrom('organizations').where('organizations.id', '=', organizationId)
  const noProject = sql<Project['status'] | null>`null`.as('project_status')
  const withProject =
    project === undefined || lock === 'organization' || lock === 'joining' || lock === 'members'
      ? organizations.select(noProject).forKeyShare('organizations')
      : organizations
          .innerJoin('projects', 'projects.organization_id', 'organizations.id')
          .where('projects.id', '=', project.id)
          .select('projects.status as project_status')
          .forKeyShare(['organizations', 'projects']) // rows are locked in the order the tables are named here
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
    .executeTakeFirst()
}
