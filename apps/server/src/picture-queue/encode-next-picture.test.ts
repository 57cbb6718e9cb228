import { randomUUID } from 'node:crypto'
import type { OrganizationId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { anOrganization } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { type Db, openPostgres } from '../platform/postgres/postgres.ts'
import { silentLog } from '../platform/process/log.ts'
import { encodeNextPicture } from './encode-next-picture.ts'
import { insertPictureTasks, takePictureTask } from './picture-task-table.ts'

interface Jobs extends AsyncDisposable {
  db: Db
  /** Works on `count` pictures. Returns their subjects. */
  run(count: number, work?: (subject: string) => Promise<void>): Promise<string[]>
}

function openJobs(deps: TestDeps): Jobs {
  const db = openPostgres(deps.accounts.jobs)
  return {
    db,
    async run(count, work = async () => undefined) {
      const served: string[] = []
      const worker = async (payload: unknown) => {
        const { organizationId, subject } = payload as { organizationId: string; subject: string }
        await work(subject)
        served.push(organizationId)
      }
      const workers = { avif: worker, look: worker, store: worker, product: worker, category: worker, collage: worker }
      for (let nth = 0; nth < count; nth += 1) await encodeNextPicture({ db, log: silentLog }, workers)
      return served
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

async function anOwner(deps: TestDeps): Promise<OrganizationId> {
  return (await anOrganization(deps)).ctx.organization.id
}

const createTasks = (organizationId: OrganizationId, count: number, subject: string = randomUUID()) =>
  Array.from({ length: count }, (_, nth) => ({
    kind: 'avif' as const,
    subject: `${subject}-${nth}`,
    payload: { organizationId, subject: `${subject}-${nth}` },
  }))

const countJobs = async ({ db }: Jobs) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from graphile_worker.jobs where task_identifier = 'encode-next-picture' and queue_name = 'pictures'`.execute(db)
  return rows[0]?.count
}

it('works on the only picture of one organization early, while another organization has fifty', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  const [busy, late] = [await anOwner(deps), await anOwner(deps)]
  await insertPictureTasks(jobs.db, createTasks(busy, 50))
  expect(await jobs.run(5)).toEqual(Array.from({ length: 5 }, () => busy))

  await insertPictureTasks(jobs.db, createTasks(late, 1))
  expect((await jobs.run(2)).includes(late)).toBe(true)
})

it('alternates between organizations with many pictures, and works on each picture once', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  const owners = [await anOwner(deps), await anOwner(deps), await anOwner(deps)]
  for (const owner of owners) await insertPictureTasks(jobs.db, createTasks(owner, 4))

  const served = await jobs.run(20)

  expect(served).toHaveLength(12)
  for (let round = 0; round < 4; round += 1) expect(new Set(served.slice(round * 3, round * 3 + 3)).size).toBe(3)
})

it('has a job for each added task, and a job for the next picture after each picture', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  const owner = await anOwner(deps)

  await insertPictureTasks(jobs.db, createTasks(owner, 3))
  expect(await countJobs(jobs)).toBe(1)
  await jobs.run(1)
  expect(await countJobs(jobs)).toBe(2)
})

it('works again on a picture that was enqueued again during its work', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  const tasks = createTasks(await anOwner(deps), 1)
  await insertPictureTasks(jobs.db, tasks)

  await jobs.run(1, () => insertPictureTasks(jobs.db, tasks))

  expect(await jobs.run(2)).toHaveLength(1)
})

it('continues after a picture that fails, and tries the picture up to five times', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  const owner = await anOwner(deps)
  await insertPictureTasks(jobs.db, createTasks(owner, 2, 'lamp'))
  let failures = 0
  const failing = async (subject: string) => {
    if (subject !== 'lamp-0') return
    failures += 1
    throw new Error('broken')
  }

  for (let nth = 0; nth < 8; nth += 1) {
    await jobs.run(2, failing)
    await sql`update picture_tasks set run_after = now()`.execute(jobs.db)
  }

  expect(failures).toBe(5)
  const rows = await jobs.db.selectFrom('picture_tasks').select('key').execute()
  expect(rows).toEqual([{ key: 'avif:lamp-0' }])
})

it("gives a killed process's picture to another process after 20 seconds, and each picture to only one of two processes", async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  await insertPictureTasks(jobs.db, createTasks(await anOwner(deps), 1))
  const taken = await Promise.all([takePictureTask(jobs.db), takePictureTask(jobs.db)])
  expect(taken.filter((task) => task !== undefined)).toHaveLength(1)
  expect(await jobs.run(1)).toEqual([])
  const { rows } = await sql`
    select from graphile_worker.jobs
    where queue_name = 'pictures' and run_at - (select run_after from picture_tasks) between interval '0' and interval '1 millisecond'`.execute(
    jobs.db,
  )
  expect(rows).toHaveLength(1)

  await sql`update picture_tasks set run_after = run_after - interval '20 seconds'`.execute(jobs.db)
  expect(await jobs.run(1)).toHaveLength(1)
})

it('extends the lease of a picture during its work, and retries the picture minutes after a failure', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  await insertPictureTasks(jobs.db, createTasks(await anOwner(deps), 1))
  const leaseMs = async () => {
    const rows = await sql<{ ms: number }>`
      select (extract(epoch from run_after - now()) * 1000)::float8 as ms from picture_tasks`.execute(jobs.db)
    return rows.rows[0]?.ms
  }
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await jobs.run(1, async () => {
    await sql`update picture_tasks set run_after = now() - interval '1 second'`.execute(jobs.db)
    vi.advanceTimersByTime(5_000)
    await expect.poll(leaseMs).toBeGreaterThan(10_000)
    throw new Error('broken')
  })
  expect(await leaseMs()).toBeGreaterThan(150_000)
})
