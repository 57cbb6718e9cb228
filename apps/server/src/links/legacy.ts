import type { LinkQuery } from '@linkshelf/contract'
import { entitlementsOf, type Link, type LinkId } from '@linkshelf/contract'
import type { Project, ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { countActiveLinks, findExistingLinkIds, getLink } from './get-link.ts'
import { listLinks } from './list/list-links.ts'

function ctxOf(db: Deps['db'], project: Project): ProjectContext {
  const organization = {
    id: project.organizationId,
    role: project.role,
    package: project.package,
    full_analytics_enabled: project.hasFullAnalytics,
    store_page_enabled: true,
    product_page_enabled: true,
    dashboard_days: project.dashboardDays,
  }
  return {
    actor: { kind: 'system', name: 'legacy' },
    source: 'api',
    requestId: 'legacy',
    now: new Date(),
    db,
    organization,
    entitlements: entitlementsOf(organization),
    project: { id: project.id },
  } as unknown as ProjectContext
}

export const findLink = ({ db, origins }: Pick<Deps, 'db' | 'origins'>, project: Project, linkId: string): Promise<Link> =>
  getLink({ origins }, ctxOf(db, project), linkId as LinkId)
export const countActiveLinksLegacy = ({ db }: Pick<Deps, 'db'>, project: Project) => countActiveLinks(ctxOf(db, project))
export const findExistingLinkIdsLegacy = ({ db }: Pick<Deps, 'db'>, project: Project, linkIds: string[]) =>
  findExistingLinkIds(ctxOf(db, project), linkIds)
export const listLinksLegacy = ({ db, origins }: Pick<Deps, 'db' | 'origins'>, project: Project, query: LinkQuery) =>
  listLinks({ origins }, ctxOf(db, project), query)
