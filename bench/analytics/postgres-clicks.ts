import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { ClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { type Measurement, measure, measureMs } from '../measure.ts'
import type { FilledProject } from './fill-clicks.ts'

const columns = `id, at, project_id, link_id, visitor, is_bot, is_scan, reason, country, subdivision, city, device, browser, os, referrer, language,
  utm_source, utm_medium, utm_campaign`

export interface PostgresClicks {
  rows: number
  rowsPerSecond: number
  bytesPerClick: number
}

/** Copies one of every `oneIn` clicks to a PostgreSQL table with the two indexes that its queries need. */
export async function copyToPostgres(clickhouse: ClickHouse, databaseUrl: string, oneIn: number): Promise<PostgresClicks> {
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-copy-'))
  const file = join(folder, 'clicks.tsv')
  const owner = new pg.Client({ connectionString: databaseUrl, options: '-c timezone=UTC' })
  await owner.connect()
  try {
    await chmod(folder, 0o755)
    // `visitor` is converted, because the engine's 64-bit integer is unsigned and PostgreSQL's is signed.
    await clickhouse.command({
      query: `INSERT INTO FUNCTION file('${file}', 'TSV')
        SELECT ${columns.replace('visitor', 'reinterpretAsInt64(visitor)')} FROM clicks WHERE cityHash64(id) % ${oneIn} = 0`,
    })
    await chmod(file, 0o644)
    await owner.query(`create table clicks (id uuid, at timestamptz(3), project_id uuid, link_id uuid, visitor bigint, is_bot boolean, is_scan boolean,
      reason text, country text, subdivision text, city text, device text, browser text, os text, referrer text, language text,
      utm_source text, utm_medium text, utm_campaign text)`)
    const tookMs = await measureMs(async () => {
      await owner.query(`copy clicks from '${file}'`)
      await owner.query('create index on clicks (project_id, at)')
      await owner.query('create index on clicks (link_id, at)')
    })
    await owner.query('vacuum (analyze) clicks')
    const { rows } = await owner.query<{ rows: number; bytes: number }>(
      "select count(*)::float8 as rows, pg_total_relation_size('clicks')::float8 as bytes from clicks",
    )
    const stored = rows[0] ?? { rows: Number.NaN, bytes: Number.NaN }
    return { rows: stored.rows, rowsPerSecond: (stored.rows / tookMs) * 1_000, bytesPerClick: stored.bytes / stored.rows }
  } finally {
    await owner.end()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures the queries of the screens. They are written in SQL as one would write it for this PostgreSQL table. */
export async function measurePostgres(databaseUrl: string, { projectId, linkIds }: FilledProject, times: number): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c timezone=UTC' })
  await client.connect()
  const link = linkIds[0]
  const inProject = "project_id = $1 and at >= now() - interval '90 days' and not is_bot"
  const ofLink = "link_id = $1 and at >= now() - interval '90 days' and not is_bot"
  const measureScreen = (what: string, statements: string[], subject: string | undefined) =>
    measure(what, times, async () => {
      for (const statement of statements) await client.query(statement, [subject])
    })
  const toBreakdownSql = (column: string, where: string) =>
    `select ${column}, count(*), count(distinct visitor) from clicks where ${where} group by 1 order by 2 desc limit 100`
  try {
    return [
      await measureScreen(
        'overview',
        [
          'select count(*) from clicks where project_id = $1 and not is_bot',
          `select at::date, count(*) from clicks where ${inProject} group by 1`,
          `select link_id, count(*) from clicks where ${inProject} group by 1 order by 2 desc limit 10`,
        ],
        projectId,
      ),
      await measureScreen(
        'dashboard numbers, all time',
        ['select count(*), count(distinct visitor), count(distinct country) from clicks where project_id = $1 and not is_bot'],
        projectId,
      ),
      await measureScreen('one link, 90 days', [`select at::date, count(*) from clicks where ${ofLink} group by 1`], link),
      await measureScreen('by country', [toBreakdownSql('country', inProject)], projectId),
      await measureScreen('by city', [toBreakdownSql('city', inProject)], projectId),
      await measureScreen('by browser', [toBreakdownSql('browser', inProject)], projectId),
      await measureScreen('by referrer', [toBreakdownSql('referrer', inProject)], projectId),
      await measureScreen('one link by country', [toBreakdownSql('country', ofLink)], link),
      await measureScreen(
        'visitors of one link',
        [`select visitor, min(at), count(*) from clicks where ${ofLink} group by 1 order by 2 desc limit 50`],
        link,
      ),
    ]
  } finally {
    await client.end()
  }
}
