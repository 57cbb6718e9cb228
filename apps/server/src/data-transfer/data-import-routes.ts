import { organizationCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { addPart, createImport, getImport, listImports } from './import/create-import.ts'
import { deleteImport } from './import/delete-import.ts'
import { startImport } from './import/start-import.ts'

const calls = organizationCall.dataImports

export function dataImportRoutes(deps: Deps) {
  return {
    create: calls.create.handler(({ context, input }) => createImport(deps, context.ctx, input.body)),
    addPart: calls.addPart.handler(({ context, input: { params, body } }) =>
      addPart(context.ctx, { importId: params.dataImportId, number: params.number, file: body.file }),
    ),
    list: calls.list.handler(({ context }) => listImports(context.ctx)),
    get: calls.get.handler(({ context, input }) => getImport(context.ctx, input.params.dataImportId)),
    start: calls.start.handler(({ context, input }) => startImport(context.ctx, input.params.dataImportId)),
    delete: calls.delete.handler(({ context, input }) => deleteImport(context.ctx, input.params.dataImportId)),
  }
}
