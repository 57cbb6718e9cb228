// Measures the latency of an organization's activity log with a million entries: pages, filters and search, over HTTP,
// one request after the other. The table has another million entries of another organization.
import { apiPath, auditLogPageSize } from '@linkshelf/contract'
import pg from 'pg'
import { openBenchAccount } from '../../harness/open-bench-account.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { type Measurement, measure, measureMs, printMachine, printTable } from '../measure.ts'

const entryCount = 1_000_000
const times = 200
const colleague = '0197a000-0000-7000-8000-000000000001'

await using postgres = await openBenchPostgres()
await using account = await openBenchAccount(postgres)
const owner = new pg.Client({ connectionString: postgres.url })
await owner.connect()
const fillMs = await measureMs(async () => {
  // Building the index at the end takes less time than updating it for each entry.
  const index = await owner.query<{ made: string }>(`select pg_get_indexdef('audit_log_search_idx'::regclass) as made`)
  await owner.query('drop index audit_log_search_idx')
  await fill(account.organization.id, account.project.id)
  await fill('0197a000-0000-7000-8000-0000000000ff', '0197a000-0000-7000-8000-0000000000fe')
  await owner.query(index.rows[0]?.made ?? '')
  await owner.query('vacuum (analyze) audit_log')
})
const { rows } = await owner.query<{ version: string; heap: string; indexes: string }>(
  `select current_setting('server_version') as version, pg_size_pretty(pg_table_size('audit_log')) as heap, pg_size_pretty(pg_indexes_size('audit_log')) as indexes`,
)
printMachine({ PostgreSQL: rows[0]?.version ?? '' })
console.log(`twice ${entryCount} entries, written in ${Math.round(fillMs / 1_000)} s: ${rows[0]?.heap}, indexes ${rows[0]?.indexes}`)
for (let nth = 0; nth < times; nth += 1) await list({})

const [from, to] = [formatDayAgo(200), formatDayAgo(190)]
printTable([
  await measureList('first page', {}),
  await measureList('page 1,000 of Load More', { cursor: await findPageCursor(1_000) }),
  await measureList('a group (links)', { group: 'link' }),
  await measureList('a rare event type (1 in 10,000)', { event_type: 'store_created' }),
  await measureList('no entry of an event type', { event_type: 'label.delete' }, 0),
  await measureList('an actor of 1 in 1,000', { actor: colleague }),
  await measureList('ten days, half a year ago', { from, to }),
  await measureList('a project and a group', { project_id: account.project.id, group: 'link' }),
  await measureList('a common word (1 in 7)', { search: 'lantern' }),
  await measureList('a rare word (5 entries)', { search: 'zanzibar' }, 5),
  await measureList('a word of no entry', { search: 'nowhere' }, 0),
  await measureList('one letter', { search: 'k' }),
  await measureList('a rare word within a group', { search: 'zanzibar', group: 'link' }, 3),
  await measureList('a rare word within ten days', { search: 'zanzibar', from, to }, 0),
])
await owner.end()

async function list(query: Record<string, string>): Promise<{ count: number; next: string | null }> {
  const address = `${account.app}${apiPath}/${account.organization.id}/audit-logs?${new URLSearchParams(query)}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${account.token}` } })
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
  return { count: ((await response.json()) as unknown[]).length, next: response.headers.get('x-next-cursor') }
}

/**
 * Throws if a query finds another number of entries than expected, because the latency of a wrong result means nothing.
 */
async function measureList(what: string, query: Record<string, string>, expected = auditLogPageSize): Promise<Measurement> {
  const { count } = await list(query)
  if (count !== expected) throw new Error(`"${what}" found ${count} entries, not ${expected}`)
  return measure(what, times, () => list(query))
}

async function findPageCursor(page: number): Promise<string> {
  let cursor = ''
  for (let nth = 1; nth < page; nth += 1) cursor = (await list({ limit: String(auditLogPageSize), ...(cursor && { cursor }) })).next ?? ''
  return cursor
}

function formatDayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** Inserts a year of entries, most of them about links. The newest entry is inserted last, as in production. */
async function fill(organizationId: string, projectId: string): Promise<void> {
  await owner.query(
    `insert into audit_log (id, created_at, organization_id, project_id, actor_kind, actor_id, source, request_id, action, entity, entity_id, before, after)
     select gen_random_uuid(), now() - ($3 - nth) * interval '31 seconds', $1::uuid, case when nth % 4 > 0 then $2::uuid end,
       case when nth % 50 = 0 then 'system' else 'user' end,
       case when nth % 50 = 0 then 'check-page' when nth % 1000 = 7 then $4 else $5 end,
       case when nth % 50 = 0 then 'job' else 'api' end, 'request-' || nth,
       case when nth % 10000 = 3 then 'store.create' else ($6::text[])[1 + nth % 7] end, split_part(($6::text[])[1 + nth % 7], '.', 1), gen_random_uuid()::text,
       jsonb_build_object('title', 'Title ' || nth, 'target', 'https://shop-' || nth % 40 || '.example/dp/' || md5(nth::text)),
       jsonb_build_object('title', case when nth % 200000 = 77 then 'zanzibar ' else '' end || ($7::text[])[1 + nth / 7 % 7] || ' ' || nth)
     from generate_series(1, $3) as nth`,
    [
      organizationId,
      projectId,
      entryCount,
      colleague,
      account.organization.id,
      ['link.create', 'link.update', 'link.update', 'link.check_page', 'link.archive', 'product.update', 'project.update'],
      ['lantern', 'kettle', 'otter', 'violin', 'harbour', 'saddle', 'meadow'],
    ],
  )
}
