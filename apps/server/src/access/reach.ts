import type { PackageName } from '@linkshelf/contract'
import { type Db, type Tx, withOrganizationScope, withUserScope } from '../platform/postgres/postgres.ts'

export interface Person {
  userId: string
  /** When the token that says so ends. Nothing where no token says it. */
  knownUntil?: Date
}

export interface Organization {
  id: string
  package: PackageName
  hasFullAnalytics: boolean
  dashboardDays: number
  role: 'owner' | 'member'
}

export interface Project {
  id: string
  organizationId: string
  package: PackageName
  hasFullAnalytics: boolean
  dashboardDays: number
  role: 'owner' | 'member'
}

/** The organization as this person may see it; undefined when it isn't theirs, or isn't at all. */
export function findOrganizationOf(db: Db, person: Person, organizationId: string): Promise<Organization | undefined> {
  return withUserScope(db, person.userId, (tx) =>
    tx
      .selectFrom('members')
      .innerJoin('organizations', 'organizations.id', 'members.organization_id')
      .where('members.organization_id', '=', organizationId)
      .where('members.user_id', '=', person.userId)
      .select([
        'organizations.id',
        'organizations.package',
        'organizations.full_analytics_enabled as hasFullAnalytics',
        'organizations.dashboard_days as dashboardDays',
        'members.role',
      ])
      .executeTakeFirst(),
  )
}

/** The project with what its organization's plan allows; undefined as above. One round of look-ups, by primary keys. */
export function findProjectOf(db: Db, person: Person, organizationId: string, projectId: string): Promise<Project | undefined> {
  return withUserScope(db, person.userId, (tx) =>
    tx
      .selectFrom('members')
      .innerJoin('organizations', 'organizations.id', 'members.organization_id')
      .innerJoin('projects', 'projects.organization_id', 'members.organization_id')
      .where('members.organization_id', '=', organizationId)
      .where('members.user_id', '=', person.userId)
      .where('projects.id', '=', projectId)
      .select([
        'projects.id',
        'projects.organization_id as organizationId',
        'organizations.package',
        'organizations.full_analytics_enabled as hasFullAnalytics',
        'organizations.dashboard_days as dashboardDays',
        'members.role',
      ])
      .executeTakeFirst(),
  )
}

/** One transaction that reads, and sees the project's organization and nothing else. */
export function inProject<T>(db: Db, project: Pick<Project, 'organizationId'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withOrganizationScope(db, project.organizationId, work)
}
