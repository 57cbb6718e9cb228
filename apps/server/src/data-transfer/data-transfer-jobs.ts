import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteExpiredExports } from './export/exports.ts'
import { writeArchive, writeArchiveTask } from './export/write-archive.ts'
import { checkImport } from './import/check-import.ts'
import { deleteExpiredDataImports, deleteExpiredDataImportsTask } from './import/delete-expired-imports.ts'
import { giveUpImport } from './import/fail-import.ts'
import { importData } from './import/import-data.ts'

export function dataTransferJobs(deps: Deps): Job[] {
  return [
    { name: writeArchiveTask, kind: 'people', run: (payload) => writeArchive(deps, payload) },
    {
      name: 'check-data-import',
      kind: 'archives',
      run: (payload, run) => checkImport(deps, payload, run),
      giveUp: (payload) => giveUpImport(deps, 'check-data-import', payload),
    },
    {
      name: 'import-data',
      kind: 'archives',
      run: (payload, run) => importData(deps, payload, run),
      giveUp: (payload) => giveUpImport(deps, 'import-data', payload),
    },
    {
      name: deleteExpiredDataImportsTask,
      kind: 'upkeep',
      cron: '29 * * * *',
      run: async () => void (await deleteExpiredDataImports(deps)),
    },
    { name: 'delete-expired-exports', kind: 'upkeep', cron: '47 * * * *', run: async () => void (await deleteExpiredExports(deps)) },
  ]
}
