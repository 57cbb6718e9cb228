import type { Email } from '../src/platform/mail/mail.ts'
import { queryAsOwner } from './databases/run-as-owner.ts'
import type { TestDeps } from './open-test-deps.ts'
import { runAsJobsAccount } from './run-as-jobs-account.ts'

/** Runs `send` for each queued job of the task, with the database account of jobs. Returns the sent emails. */
export async function sendQueuedEmails(
  deps: TestDeps,
  task: string,
  send: (deps: TestDeps, payload: object) => Promise<void>,
): Promise<Email[]> {
  const jobs = await queryAsOwner<{ payload: object }>(
    deps,
    `delete from graphile_worker._private_jobs using graphile_worker._private_tasks as task
     where task.id = task_id and task.identifier = $1 returning payload`,
    [task],
  )
  const earlier = deps.emails.length
  await runAsJobsAccount(deps, async (account) => {
    for (const { payload } of jobs) await send(account, payload)
  })
  return deps.emails.slice(earlier)
}
