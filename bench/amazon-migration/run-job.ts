// A process that runs one job of the Amazon migration, to be killed in the middle: run-job.ts <task> <address of
// the database> <payload>.
import { amazonMigrationTasks } from '../../apps/server/src/amazon-migration/index.ts'
import { benchDeps } from '../open-bench-account.ts'

const [task = '', databaseUrl = '', payload = ''] = process.argv.slice(2)
const deps = benchDeps(databaseUrl)
const run = amazonMigrationTasks(deps)[task as 'migrate-amazon-links']
await run(JSON.parse(payload), { job: { attempts: 1, max_attempts: 25 } as never })
await deps.close()
