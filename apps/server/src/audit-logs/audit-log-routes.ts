import { organizationCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { exportAuditLogs } from './export-audit-logs.ts'
import { listAuditLogs } from './list-audit-logs.ts'

const calls = organizationCall.auditLogs

export function auditLogRoutes(deps: Pick<Deps, 'log'>) {
  return {
    list: calls.list.handler(async ({ context, input }) => {
      const page = await listAuditLogs(context.ctx, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.entries }
    }),
    export: calls.export.handler(({ context, input }) => exportAuditLogs(deps, context.ctx, input.query)),
  }
}
