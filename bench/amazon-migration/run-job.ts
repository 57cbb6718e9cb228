// Runs one job of the Amazon migration in a process that can be killed in the middle. Arguments: <task> <address of the
// database> <payload>.
import { amazonMigrationJobs } from '../../apps/server/src/amazon-migrations/index.ts'
import { createBenchDeps } from '../../harness/open-bench-account.ts'

const [task = '', databaseUrl = '', payload = ''] = process.argv.slice(2)
const deps = createBenchDeps(databaseUrl)
const job = amazonMigrationJobs(deps).find(({ name }) => name === task)
await job?.run(JSON.parse(payload), { job: { attempts: 1, max_attempts: 25 } as never })
await deps.close()
