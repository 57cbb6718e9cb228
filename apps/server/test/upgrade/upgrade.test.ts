// Opens the data of earlier releases with the current release. See
// docs/decisions/0016-every-release-leaves-an-upgrade-fixture.md.
import { createHash } from 'node:crypto'
import { type Overview, parseShortPath } from '@linkshelf/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallHandler, type HandleCall } from '../../src/api/api-calls.ts'
import { openRecordEnricher, openShipper } from '../../src/clicks/index.ts'
import { prepareClickHouse } from '../../src/databases/database.ts'
import { createJobs } from '../../src/jobs.ts'
import { findResolvedLinks } from '../../src/links/visitors.ts'
import { openClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import { type Db, openPostgres } from '../../src/platform/postgres/postgres.ts'
import { verifyUserId } from '../call-api.ts'
import { prepareWithAccounts } from '../databases/prepare-with-accounts.ts'
import { queryAsOwner } from '../databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../open-test-deps.ts'
import { type LoadedRelease, loadRelease } from './load-release.ts'
import { restoreUpgradeBackup } from './restore-upgrade-backup.ts'

const releases = [
  { commit: '330447c', from: 'its databases' },
  { commit: '330447c', from: 'the back-up before the upgrade' },
  { commit: '33c9e144', from: 'its databases' },
  { commit: '585e975a', from: 'its databases' },
]

/**
 * Tasks that no longer exist. They ran on a schedule and had no payload, so their successors do the work after the next
 * start.
 */
const replacedTasks = ['count-all-days', 'count-recent-days']

describe.each(releases)('data of $commit, from $from', ({ commit, from }) => {
  let release: LoadedRelease
  let deps: TestDeps
  let handleCall: HandleCall
  let shipped: number
  let edgeDb: Db
  const opened = new AsyncDisposableStack()

  beforeAll(async () => {
    const loaded = opened.use(await loadRelease(commit))
    release = from === 'its databases' ? loaded : opened.use(await restoreUpgradeBackup(loaded))
    const { databaseUrl, clickhouseUrl, journalsFolder, facts } = release
    const [accounts] = await Promise.all([
      prepareWithAccounts(databaseUrl),
      prepareClickHouse({ databaseUrl, clickhouseUrl }, { clickhouseCluster: undefined, clickRetentionMonths: 13 }),
    ])
    const [db, shipDb, clickhouse] = [openPostgres(accounts.api), openPostgres(accounts.ship), openClickHouse(clickhouseUrl)]
    edgeDb = openPostgres(accounts.edge)
    opened.defer(async () => void (await Promise.all([db.destroy(), shipDb.destroy(), edgeDb.destroy(), clickhouse.close()])))
    const clock = { now: () => new Date(facts.askedAt) }
    deps = opened.use(await openTestDeps({ db, clickhouse, clock, origins: facts.origins }))
    handleCall = createCallHandler(deps)

    const enricher = await openRecordEnricher(deps)
    const shipper = openShipper({ ...deps, db: shipDb, journalsFolder, enricher })
    await shipper.idle()
    shipped = shipper.state().shipped
    await shipper.close()
    enricher.close()
  })
  afterAll(() => opened.disposeAsync())

  it('finds every applied migration unchanged', () => {
    expect(release.editedMigrations).toEqual([])
  })

  it('parses every slug of the release from its address', async () => {
    const rows = await queryAsOwner<{ slug: string }>(release, 'select slug from slugs')

    expect(rows.length).toBeGreaterThan(0)
    for (const { slug } of rows) expect(parseShortPath(`/${slug}`)).toEqual({ slug, suffix: undefined })
  })

  it("redirects every link address of the release to its destination, on the instance's domain", async () => {
    const links = await queryAsOwner<{ id: string; slug: string; target: string; is_deleted: boolean }>(
      release,
      'select id, slug, target, deleted_at is not null as is_deleted from links',
    )
    const slugs = links.map(({ slug }) => slug)
    const found = await findResolvedLinks(edgeDb, slugs)

    expect(links.some(({ is_deleted }) => !is_deleted)).toBe(true)
    for (const { id, slug, target, is_deleted } of links) {
      const expected = is_deleted ? { kind: 'gone' } : { kind: 'link', link: { linkId: id, destination: target } }
      expect.soft(found.get(slug)).toMatchObject(expected)
    }
    expect(await queryAsOwner(release, 'select link_address(domain_id, slug) as address from links where domain_id is not null')).toEqual(
      [],
    )
  })

  it('still has a job for every background task of the release', () => {
    const names = createJobs({ deps, operatorEmail: undefined, clickRetentionMonths: 13, newDomainsPerThreeHours: 10 }).map(
      ({ name }) => name,
    )
    const unknown = release.tasks.filter((task) => !names.includes(task) && !replacedTasks.includes(task))
    expect(unknown).toEqual([])
  })

  it('ships each click that the release left in its journal exactly once', async () => {
    const { storedBefore, visits } = release.facts
    expect(shipped).toBe(visits)
    const answer = await deps.clickhouse.query({ query: 'SELECT toUInt32(uniqExact(id)) AS ids FROM clicks', format: 'JSONEachRow' })
    expect(await answer.json()).toEqual([{ ids: storedBefore + visits }])
  })

  it('returns the same response as the release from every call', async () => {
    const authorization = `Bearer ${release.facts.userId}`
    for (const { path, status, body } of release.answers) {
      const context = { authorization, verifyToken: verifyUserId, requestId: 'upgrade' }
      const answer = await handleCall(new Request(`${release.facts.origins.app}${toPresentPath(path)}`), context)
      const received = answer && (await readBody(answer))
      // Later releases can add fields and columns. So added fields are permitted, and added columns are removed.
      const found = removeAdditions(path, received, body)
      expect.soft({ path, status: answer?.status, body: found }).toMatchObject({ path, status, body: toPresentBody(path, body) })
    }
    expect(release.answers.length).toBeGreaterThan(100)
  })
})

/** Removes what earlier releases did not return for the same data. */
function removeAdditions(path: string, received: unknown, recorded: unknown): unknown {
  if (path.includes('search=')) return removeNewLinks(received, recorded)
  if (path.includes('/export')) return removeNewColumns(received, recorded)
  if (path.endsWith('/link-report/links')) return removeEarlyFailures(received)
  return received
}

/** Returns the received links that the earlier release found too, in the received order. */
function removeNewLinks(received: unknown, recorded: unknown): unknown {
  if (!Array.isArray(received) || !Array.isArray(recorded)) return received
  const known = new Set(recorded.map((link) => link.url_id))
  return received.filter((link) => known.has(link.url_id))
}

/** Removes the columns that the recorded CSV file does not have. */
function removeNewColumns(received: unknown, recorded: unknown): unknown {
  if (typeof received !== 'string' || typeof recorded !== 'string') return received
  const [columns = []] = readRows(recorded)
  const [names = [], ...rows] = readRows(received)
  return [columns, ...rows.map((row) => columns.map((column) => row[names.indexOf(column)]))]
}

function readRows(csv: string): string[][] {
  return parse(csv, { bom: true })
}

/**
 * The dashboard without a range counted all time, and now counts the days that the organization's package includes. So
 * it is called with a range that includes every click.
 */
function toPresentPath(path: string): string {
  return /\/analytics\/dashboard\?(?!.*from=)/.test(path) ? `${path}&from=2026-01-01&to=2026-12-31` : path
}

/** Converts a recorded body to the present format. */
function toPresentBody(path: string, body: unknown): unknown {
  if (path.includes('/export')) return readRows(String(body))
  if (path.includes('/analytics/overview')) return renameTotal(body as Overview)
  // Earnings of days without clicks no longer count for `epc`, the earnings per click.
  if (path.includes('/analytics/') && path.endsWith('/earnings')) return withoutKeys(body, ['epc'])
  // Links whose destination has failed once are now reported.
  if (path.endsWith('/link-report')) return withoutKeys(body, ['links_with_problems', 'failing'])
  return body
}

/** Returns a copy without the keys, at any depth. */
function withoutKeys(body: unknown, keys: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(body, (key, value) => (keys.includes(key) ? undefined : value)))
}

/** Removes links whose destination has failed once. Earlier releases did not list these links in the report. */
function removeEarlyFailures(received: unknown): unknown {
  return Array.isArray(received) && received.filter(({ link }) => link.health.state !== 'failed_once')
}

/**
 * Converts an old overview to the present format: the old `totalClicks` counted all time and is now `clicksAllTime`,
 * and the present `totalClicks` counts the clicks in the date range.
 */
function renameTotal(overview: Overview): unknown {
  if ('clicksAllTime' in overview) return overview
  const { totalClicks: clicksAllTime, ...others } = overview as Overview
  return { ...others, clicksAllTime, totalClicks: others.clicksByDay.reduce((total, { clicks }) => total + clicks, 0) }
}

/** Returns the body: JSON is parsed, CSV is returned as text, and a picture is returned as a hash. */
async function readBody(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? ''
  if (type.includes('json')) return answer.json()
  if (type.startsWith('text/csv')) return answer.text()
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}
