import { projectCall } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { createImport } from './create-import.ts'
import { deleteImport } from './delete-import.ts'
import { getImport, getImportReport, listImports } from './read-imports.ts'
import { startImport } from './start-import.ts'

const calls = projectCall.linkImports

export function linkImportRoutes(deps: Deps) {
  return {
    create: calls.create.handler(({ context, input }) => createImport(deps, context.ctx, input.body.file)),
    list: calls.list.handler(({ context }) => listImports(context.ctx)),
    get: calls.get.handler(({ context, input }) => getImport(context.ctx, input.params.linkImportId)),
    start: calls.start.handler(({ context, input }) =>
      startImport(context.ctx, { importId: input.params.linkImportId, replacesSlugs: input.body.replace_slugs }),
    ),
    report: calls.report.handler(({ context, input }) => getImportReport(deps, context.ctx, input.params.linkImportId)),
    delete: calls.delete.handler(({ context, input }) => deleteImport(context.ctx, input.params.linkImportId)),
  }
}
