import { projectCall } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { createImport } from './create-import.ts'
import { getImport, getImportReport, listImports } from './read-imports.ts'
import { startImport } from './start-import.ts'
import { undoImport } from './undo-import.ts'

const calls = projectCall.earningsImports

export function earningsImportRoutes(deps: Deps) {
  return {
    create: calls.create.handler(({ context, input }) => createImport(deps, context.ctx, input.body.file)),
    list: calls.list.handler(({ context }) => listImports(context.ctx)),
    get: calls.get.handler(({ context, input }) => getImport(context.ctx, input.params.earningsImportId)),
    start: calls.start.handler(({ context, input }) => startImport(context.ctx, input.params.earningsImportId, input.body)),
    report: calls.report.handler(({ context, input }) => getImportReport(deps, context.ctx, input.params.earningsImportId)),
    delete: calls.delete.handler(({ context, input }) => undoImport(context.ctx, input.params.earningsImportId)),
  }
}
