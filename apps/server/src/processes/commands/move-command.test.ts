import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, vi } from 'vitest'
import { aProject } from '../../../test/builders/builders.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { getClickRetentionMonths, setClickRetention } from '../../analytics/click-retention.ts'
import { readConfig } from '../../config.ts'
import { openClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { replaceLogin } from '../../platform/clickhouse/clickhouse-addresses.ts'
import { toOnClusterClause, toOnClusterSettings } from '../../platform/clickhouse/clickhouse-cluster.ts'
import { silentLog } from '../../platform/process/log.ts'
import { runMove } from './move-command.ts'

const cluster = inject('clickhouseCluster')
const ofCluster = cluster === undefined ? [] : ['--cluster', cluster]
const noFolder = join(tmpdir(), 'linkshelf-missing')

it('creates the new database, moves the clicks of CLICKHOUSE_URL to it, and says which settings to change', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await recordClicks(deps, await aProject(deps), [{ at: Date.now() }, { at: Date.now() }])
  const config = readConfig({ DATABASE_URL: deps.databaseUrl, CLICKHOUSE_URL: deps.clickhouseUrl, LINKSHELF_DATA: noFolder })
  const database = `${inject('clickhouseDatabasePrefix')}${randomBytes(8).toString('hex')}`
  const url = replaceLogin(deps.clickhouseUrl, { database })
  await using clients = new AsyncDisposableStack()
  const server = clients.adopt(openClickHouse(inject('clickhouseServerUrl')), (client) => client.close())
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    // This retention differs from the retention in the settings of this process.
    await setClickRetention(deps, 20, { cluster })
    const toItself = runMove(config, silentLog, ['clicks', deps.clickhouseUrl, ...ofCluster])
    await expect(toItself).rejects.toThrow('is the ClickHouse that clicks are in')
    await runMove(config, silentLog, ['clicks', url, ...ofCluster])
    expect(await getClickRetentionMonths(deps, { cluster })).toBe(20)
    const moved = clients.adopt(openClickHouse(url), (client) => client.close())
    expect(await getClickRetentionMonths({ clickhouse: moved }, { cluster })).toBe(20)
    expect(output.mock.calls.flat()).toContainEqual(expect.stringMatching(/^\d{4}-\d\d: 2 clicks, equal\n$/))
    const setting = cluster === undefined ? 'remove CLICKHOUSE_CLUSTER' : `set CLICKHOUSE_CLUSTER to ${cluster}`
    expect(output.mock.calls.at(-1)).toEqual([
      `Set CLICKHOUSE_URL to the new URL, ${setting}, and restart every process. Until then clicks stay in the journals.\n`,
    ])
    const result = await server.query({
      query: `SELECT toUInt32(sum(clicks)) AS clicks FROM ${database}.link_clicks`,
      format: 'JSONEachRow',
    })
    expect(await result.json()).toEqual([{ clicks: 2 }])

    output.mockClear()
    await runMove(config, silentLog, ['clicks', '--drop-old', deps.clickhouseUrl])
    expect(output.mock.calls.flat()).toContainEqual(expect.stringMatching(/^Dropping schema_migrations of http:/))
  } finally {
    output.mockRestore()
    await server.command({
      query: `DROP DATABASE IF EXISTS ${database}${toOnClusterClause(cluster)}`,
      clickhouse_settings: toOnClusterSettings(cluster),
    })
  }
})

it.each([
  ['a source', {}, ['clicks', 'http://127.0.0.1:9/shelf'], 'CLICKHOUSE_URL names no server. Set it, or start Linkshelf first'],
  [
    'a target that answers',
    { CLICKHOUSE_URL: 'http://127.0.0.1:9/old' },
    ['clicks', 'http://127.0.0.1:9/new'],
    'Check the URL of the new ClickHouse.',
  ],
  ['a target', { CLICKHOUSE_URL: 'http://127.0.0.1:9/old' }, ['clicks'], 'Usage: linkshelf move clicks http://'],
  ['a valid name of a cluster', {}, ['clicks', 'http://127.0.0.1:9/new', '--cluster', 'a-b'], 'Usage: '],
  ['an old copy', {}, ['clicks', '--drop-old'], 'does not exist: name the URL of the old ClickHouse; nothing was dropped.'],
])('says what to do without %s', async (_what, urls, args, message) => {
  const config = readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', LINKSHELF_DATA: noFolder, ...urls })
  await expect(runMove(config, silentLog, args)).rejects.toThrow(message)
})
