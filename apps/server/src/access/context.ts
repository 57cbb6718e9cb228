import type { ApiKeyId, Entitlements, MemberRole, OrganizationId, OrganizationSettings, ProjectId, UserId } from '@linkshelf/contract'
import type { Deps } from '../platform/deps.ts'
import type { Db, Tx } from '../platform/postgres/postgres.ts'
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

export type Role = MemberRole

/** The counters of writes and checks of slugs. */
export interface WriteBudgets {
  /** Counts in this process. */
  inProcess: Throttle
  /** Counts in the transaction: what is rolled back costs nothing. */
  scarceIn(tx: Tx): Throttle
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
  /** `mutate` counts writes here; undefined for jobs and commands. */
  budgets?: WriteBudgets
  /** The least role for a write of this request, as its call declares it; undefined where no call does. */
  writeRole?: Role
}

/** A request of a signed-in user. */
export interface UserContext extends RequestContext {
  actor: UserActor | ApiKeyActor
}

/** A request about an organization that the actor belongs to. */
export interface OrganizationContext<Request extends RequestContext = RequestContext> extends RequestContext {
  actor: Request['actor']
  organization: OrganizationSettings & { id: OrganizationId; role: Role }
  entitlements: Entitlements
}

/** A request about a project of an organization that the actor belongs to. */
export interface ProjectContext<Request extends RequestContext = RequestContext> extends OrganizationContext<Request> {
  project: { id: ProjectId }
}

/** The context of something that no call started: a job, a command, or a sign-up. */
export function createRequestContext<A extends Actor>(
  { db, clock, ids, log }: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>,
  {
    actor,
    source,
    address,
    requestId = ids.next(),
  }: { actor: A; source: RequestContext['source']; address?: string | undefined; requestId?: string },
): RequestContext & { actor: A } {
  return { actor, source, ...(address !== undefined && { address }), requestId, now: clock.now(), db, log }
}
