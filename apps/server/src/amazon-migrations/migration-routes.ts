import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { stopMigration } from './end-migration.ts'
import { getMigration, listMigrations } from './get-migration.ts'
import { listMigrationLinks } from './links/list-migration-links.ts'
import { getMigrationReport } from './migration-report.ts'
import { startMigration } from './start-migration.ts'
import { undoMigration } from './undo-migration.ts'

const calls = projectCall.amazonMigrations

export function amazonMigrationRoutes(deps: Deps) {
  return {
    get: calls.get.handler(({ context }) => getMigration(context.ctx)),
    start: calls.start.handler(({ context }) => startMigration(deps, context.ctx)),
    list: calls.list.handler(({ context }) => listMigrations(context.ctx)),
    links: calls.links.handler(async ({ context, input }) => {
      const page = await listMigrationLinks(deps, context.ctx, input.params.migrationId, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.links }
    }),
    report: calls.report.handler(({ context, input }) => getMigrationReport(deps, context.ctx, input.params.migrationId)),
    stop: calls.stop.handler(({ context, input }) => stopMigration(deps, context.ctx, input.params.migrationId)),
    undo: calls.undo.handler(({ context, input }) => undoMigration(context.ctx, input.params.migrationId)),
  }
}
