// Writes the archive of an export as a jobs process does, sends `done` to the parent process, and ends when the parent
// disconnects.
import { writeArchive } from '../../apps/server/src/data-transfer/export/write-archive.ts'
import { createBenchDeps } from '../../harness/open-bench-account.ts'

const { databaseUrl, clickhouseUrl, ...job } = JSON.parse(process.argv[2] ?? '')
const deps = createBenchDeps(databaseUrl, { clickhouseUrl })
await writeArchive(deps, job)
process.once('disconnect', () => void deps.close())
process.send?.('done')
