import type { DomainId, DomainSettings, DomainSettingsPatch, OrganizationId, ProjectId } from '@linkshelf/contract'
import { computeRevision, fail, mutate, type OrganizationContext, read, requireRevision } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { type DomainRow, lockDomainForUpdate, selectDomain, updateDomain } from './domain-table.ts'

export interface DomainSettingsDeps {
  /** Returns whether the organization has the project. */
  hasProject(tx: Tx, organizationId: OrganizationId, projectId: ProjectId): Promise<boolean>
}

/** Throws DOMAIN_NOT_FOUND. */
export async function getDomainSettings(ctx: OrganizationContext, domainId: DomainId): Promise<DomainSettings> {
  const row = await read(ctx, (tx) => selectDomain(tx, ctx.organization.id, domainId))
  return toSettings(row ?? fail('DOMAIN_NOT_FOUND'))
}

/**
 * Changes the given settings; the others stay unchanged. Only owners may call this. Throws DOMAIN_NOT_FOUND or
 * REVISION_OUTDATED. Throws NOT_FOUND if the organization does not have the project.
 */
export function patchDomainSettings(
  { hasProject }: DomainSettingsDeps,
  ctx: OrganizationContext,
  { domainId, patch }: { domainId: DomainId; patch: DomainSettingsPatch },
): Promise<DomainSettings> {
  return mutate(ctx, { action: 'domain.update_settings', entity: 'domain', entityId: domainId }, async (tx, change) => {
    const row = (await lockDomainForUpdate(tx, ctx.organization.id, domainId)) ?? fail('DOMAIN_NOT_FOUND')
    const before = toSettings(row)
    const values = requireRevision(before, patch)
    const projectId = values.store_project_id
    if (projectId && !(await hasProject(tx, ctx.organization.id, projectId))) fail('NOT_FOUND')
    const after = toSettings(await updateDomain(tx, domainId, values))
    change.before = { name: row.host, ...before }
    change.after = { name: row.host, ...after }
    return after
  })
}

function toSettings(row: DomainRow): DomainSettings {
  const { root_url, store_project_id, not_found_url, robots_txt, favicon, apple_app_site_association, asset_links } = row
  const settings = { root_url, store_project_id, not_found_url, robots_txt, favicon, apple_app_site_association, asset_links }
  return { ...settings, revision: computeRevision(settings) }
}
