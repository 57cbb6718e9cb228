import type { PrimaryDomain, Project } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, projectCall } from '../access/index.ts'
import { selectDomain } from '../domains/index.ts'
import { updatePrimaryDomain } from './projects.ts'

export function primaryDomainRoutes() {
  return {
    setPrimary: projectCall.domains.setPrimary.handler(({ context, input }) => setPrimaryDomain(context.ctx, input.body)),
  }
}

/**
 * Sets the domain that a project's new links get. Null means the instance's own domain. Throws DOMAIN_NOT_FOUND,
 * DOMAIN_NOT_SERVING or DOMAIN_ARCHIVED.
 */
export function setPrimaryDomain(ctx: ProjectContext, { domain_id: domainId }: PrimaryDomain): Promise<Project> {
  const { organization, project } = ctx
  // The exclusive lock waits for every write that archives, releases or loses one of the organization's domains.
  const mutation = { action: 'project.set_domain', entity: 'project', entityId: project.id, lock: 'exclusive' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const domain = domainId === null ? undefined : ((await selectDomain(tx, organization.id, domainId)) ?? fail('DOMAIN_NOT_FOUND'))
    if (domain?.is_serving === false) fail('DOMAIN_NOT_SERVING')
    if (domain !== undefined && domain.archived_at !== null) fail('DOMAIN_ARCHIVED')
    const set = await updatePrimaryDomain(tx, ctx, domainId)
    const previous = set.previousId === null ? undefined : await selectDomain(tx, organization.id, set.previousId)
    change.before = { name: set.project.name, primary_domain: previous?.host ?? null }
    change.after = { name: set.project.name, primary_domain: domain?.host ?? null }
    return set.project
  })
}
