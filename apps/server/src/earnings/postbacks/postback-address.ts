import type { PostbackAddress, ProjectId } from '@linkshelf/contract'
import { type AccessRevocation, fail, mutate, type ProjectContext, read } from '../../access/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { type AddressRow, deleteAddress, selectAddress, selectPostbackProjects, upsertAddress } from './postback-table.ts'

/**
 * Returns the project's postback address. Users and API keys that may not write get no `url`, because anyone with the
 * secret in it can report sales.
 */
export async function getPostbackAddress(deps: OriginDeps, ctx: ProjectContext): Promise<PostbackAddress> {
  const address = toAddress(deps, await read(ctx, (tx) => selectAddress(tx, ctx.project.id)))
  const { actor, organization } = ctx
  const isReadOnly = organization.role === 'viewer' || (actor.kind === 'apiKey' && actor.isReadOnly)
  return isReadOnly ? { ...address, url: null } : address
}

/**
 * Creates the project's postback address. If the project already has an address, the new address replaces it, and the
 * previous address stops working at once.
 */
export function createPostbackAddress(deps: OriginDeps, ctx: ProjectContext): Promise<PostbackAddress> {
  return mutate(ctx, { action: 'earnings.create_postback', entity: 'earnings', entityId: ctx.project.id }, async (tx, change) => {
    const before = await selectAddress(tx, ctx.project.id)
    change.after = { replaces: before !== undefined }
    return toAddress(deps, await upsertAddress(tx, ctx))
  })
}

/** Throws NOT_FOUND if the project has no address. */
export function deletePostbackAddress(ctx: ProjectContext): Promise<void> {
  return mutate(ctx, toRemovalMutation(ctx.project.id), async (tx) => {
    if (!(await deleteAddress(tx, ctx.project.id))) fail('NOT_FOUND')
  })
}

/** Removes the addresses of the organization's projects. Sales that were reported to these addresses remain. */
export const revokePostbackAddresses: AccessRevocation = async ({ step, inspect, ctx }) => {
  const projects = (await inspect(ctx, (tx) => selectPostbackProjects(tx, ctx.organization.id))) ?? []
  for (const { id } of projects)
    await step({ ...ctx, project: { id } }, toRemovalMutation(id), async (tx) => {
      await deleteAddress(tx, id)
    })
  return projects.map(({ name }) => ({ kind: 'postback address', name }))
}

function toRemovalMutation(projectId: ProjectId) {
  return { action: 'earnings.delete_postback', entity: 'earnings', entityId: projectId } as const
}

function toAddress({ origins }: OriginDeps, row: AddressRow | undefined): PostbackAddress {
  if (row === undefined) return { exists: false, url: null, created_at: null, last_received_at: null }
  return {
    exists: true,
    url: `${origins.app}/v1/public/postbacks/${row.secret}`,
    created_at: row.created_at.toISOString(),
    last_received_at: row.last_received_at?.toISOString() ?? null,
  }
}
