// Measures an Amazon migration of 50,000 links, and its undo. Some of the links lead to other retailers. The migration
// and its undo are run by processes that are killed (SIGKILL) five times on the way. Then a second migration runs.
// Prints the outcomes of the links and the seconds. Throws if a link has a wrong destination.
//
//   npm run bench -- amazon-migration [--links 50000]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openBenchAccount } from '../../harness/open-bench-account.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { printMachine } from '../measure.ts'

const { values: given } = parseArgs({ allowPositionals: true, options: { links: { type: 'string', default: '50000' } } })
const linkCount = Number(given.links)
const kills = 5

/** Every link leads to one of these ten destinations, in turn. */
const targets = [
  'https://www.amazon.com/dp/B07FZ8S74R',
  'https://www.amazon.com/Wireless-Headphones/dp/B07FZ8S74R/ref=sr_1_3?crid=2M096C61O4MLT&keywords=headphones&qid=1700000000&sr=8-3',
  'https://www.amazon.de/dp/B07FZ8S74R?th=1',
  'https://www.amazon.com/dp/B07FZ8S74R?tag=other-20',
  'https://www.amazon.com/exec/obidos/ASIN/B07FZ8S74R/other-20',
  'https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20',
  'https://amzn.to/3AbCdEf',
  'https://www.amazon.co.uk/dp/B07FZ8S74R',
  'https://shop.example/lamp',
  'https://www.ebay.com/itm/123456789012',
]

await using postgres = await openBenchPostgres()
await using account = await openBenchAccount(postgres)
const { client, organization, project } = account
const params = { orgId: organization.id, projectId: project.id }
const owner = new pg.Client({ connectionString: postgres.url })
await owner.connect()
await owner.query(
  `insert into links (id, organization_id, project_id, slug, target, title, is_pending, created_at)
   select gen_random_uuid(), $1::uuid, $2::uuid, 'link' || nth, ($4::text[])[1 + nth % 10], 'Title of link ' || nth, false, now()
   from generate_series(1, $3::integer) as nth`,
  [organization.id, project.id, linkCount, targets],
)
await owner.query('analyze links')
await client.integrations.saveAmazon({
  params,
  body: { trackingId: 'mia-20', associateId: 'mia-20', defaultMarket: 'com', market_tags: { de: 'mia-21' } },
})
const before = await hashTargets()

printMachine({})
const migrated = await runTimed(async () => {
  const { migration_id } = await client.amazonMigrations.start({ params })
  await runKilled('migrate-amazon-links', migration_id, 'sum((select sum(value::integer) from jsonb_each_text(outcomes)))')
  return migration_id
})
const first = await client.amazonMigrations.get({ params })
if (first.status !== 'completed' || first.linksProcessed !== linkCount) throw new Error(`${first.status}: ${first.linksProcessed} links`)
console.log(`migrated, killed ${kills} times: ${migrated.seconds} s`)
console.table(first.outcomes)

const second = await runTimed(async () => {
  const { migration_id } = await client.amazonMigrations.start({ params })
  await runJob('migrate-amazon-links', migration_id)
})
const { outcomes } = await client.amazonMigrations.get({ params })
if (outcomes.tagged + outcomes.retagged !== 0) throw new Error('A second run changed links')
console.log(`a second run, which changes nothing: ${second.seconds} s`)

const undone = await runTimed(async () => {
  await client.amazonMigrations.undo({ params: { ...params, migrationId: migrated.result as never } })
  await runKilled('restore-amazon-links', migrated.result, 'sum(restored_count + left_count)')
})
if ((await hashTargets()) !== before) throw new Error('The undo left other destinations than there were')
console.log(`undone, killed ${kills} times: ${undone.seconds} s; every destination is the one before`)
await owner.end()

/** Returns one hash of all destinations. */
async function hashTargets(): Promise<string> {
  const { rows } = await owner.query<{ hash: string }>(
    `select md5(string_agg(id || target, ' ' order by id)) as hash from links where project_id = $1`,
    [project.id],
  )
  return rows[0]?.hash ?? ''
}

/**
 * Runs a job in one process after another. Each process is killed when it has processed an equal part of the links.
 * `progress` is the SQL that counts the processed links.
 */
async function runKilled(task: string, migrationId: string, progress: string): Promise<void> {
  for (let kill = 1; kill <= kills; kill += 1) {
    const job = startJob(task, migrationId)
    const exit = once(job, 'exit')
    const until = Math.floor((linkCount * kill) / (2 * kills + 2))
    while (job.exitCode === null && (await countDone(migrationId, progress)) < until) await wait(10)
    job.kill('SIGKILL')
    await exit
  }
  await runJob(task, migrationId)
}

async function countDone(migrationId: string, progress: string): Promise<number> {
  const { rows } = await owner.query<{ done: string | null }>(`select ${progress} as done from amazon_migrations where id = $1`, [
    migrationId,
  ])
  return Number(rows[0]?.done ?? 0)
}

async function runJob(task: string, migrationId: string): Promise<void> {
  const [code] = await once(startJob(task, migrationId), 'exit')
  if (code !== 0) throw new Error(`${task} ended with ${code}`)
}

function startJob(task: string, migrationId: string): ChildProcess {
  const payload = JSON.stringify({ organizationId: organization.id, projectId: project.id, migrationId })
  return fork(new URL('./run-job.ts', import.meta.url), [task, postgres.accounts.jobs, payload])
}

async function runTimed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, seconds: Number(((performance.now() - startedAt) / 1_000).toFixed(1)) }
}
