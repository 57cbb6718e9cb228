import type { AccessRevocation } from '../../access/index.ts'
import { deleteConnection, selectConnectionsOf } from '../tables/connection-table.ts'

/**
 * Disconnects every channel of the organization, also while its videos are written. A job ends the grants at Google.
 */
export const revokeConnections: AccessRevocation = async ({ step, inspect, ctx }) => {
  const connections = (await inspect(ctx, (tx) => selectConnectionsOf(tx, ctx.organization.id))) ?? []
  for (const { channel_id, project_id, name } of connections) {
    const inProject = { ...ctx, project: { id: project_id } }
    await step(inProject, { action: 'youtube_channel.disconnect', entity: 'youtube_channel', entityId: channel_id }, async (tx, change) => {
      change.after = { name }
      await deleteConnection(tx, channel_id)
    })
  }
  return connections.map(({ name }) => ({ kind: 'connection to YouTube', name }))
}
