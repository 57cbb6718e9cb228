import { expect, it } from 'vitest'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { aClick, aPageView } from '../../../test/builders/click-builder.ts'
import { takeClickHouseDatabase } from '../../../test/databases/clickhouse-databases.ts'
import { openShippedJournal } from '../../../test/open-shipped-journal.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { readAllClickTables } from '../../../test/read-all-click-tables.ts'
import { recordClicks, recordViews } from '../../../test/record-clicks.ts'
import { runDeletions } from '../../../test/run-click-deletions.ts'
import { deleteLinkClicks } from '../../analytics/delete-clicks.ts'
import { insertFailedRollups } from '../../analytics/rollups/failed-rollup-table.ts'
import { updateDailyRollups } from '../../analytics/rollups/update-daily-rollups.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { clickTables } from '../click-tables.ts'
import { openMoveSession } from './click-move-table.ts'
import { type ClickStore, openClickStore } from './click-store.ts'
import { dropOldClicks } from './drop-old-clicks.ts'
import { guardClickWrites } from './guard-click-writes.ts'
import { moveClicks } from './move-clicks.ts'

const dayMs = 86_400_000
const stopLine = 'Shipping and jobs stop until the rest is copied. Clicks are recorded in the journals.'
const movedMessage = /^Clicks have moved to http:.*: set CLICKHOUSE_URL \(and CLICKHOUSE_CLUSTER\) and restart$/

interface TwoStores extends AsyncDisposable {
  /** `deps.clickhouse` is the old store. */
  deps: TestDeps
  target: Awaited<ReturnType<typeof takeClickHouseDatabase>>
  /**
   * Runs the move and returns the printed lines. `onStatement` gets each statement that changes the new store, except
   * CREATE and DROP of staging tables, and must send it.
   */
  move(onStatement?: (statement: Statement) => Promise<void>): Promise<string[]>
}

interface Statement {
  text: string
  /** True if all writes of clicks have stopped. */
  isStopped: boolean
  send(): Promise<unknown>
}

async function openTwoStores(): Promise<TwoStores> {
  await using opened = new AsyncDisposableStack()
  const deps = opened.use(await openTestDeps({ clicks: true }))
  const target = opened.use(await takeClickHouseDatabase())
  const resources = opened.move()
  return {
    deps,
    target,
    async move(onStatement = async ({ send }) => void (await send())) {
      await using source = await openClickStore(deps.clickhouseUrl)
      await using store = await openClickStore(target.url)
      const lines: string[] = []
      const run = async (text: string, send: () => Promise<unknown>) => onStatement({ text, isStopped: lines.includes(stopLine), send })
      const { client } = store
      const watched: ClickStore = {
        ...store,
        client: {
          ...copyClient(client),
          insert: async (params) => {
            await run(`INSERT INTO ${params.table}`, () => client.insert(params))
            return { executed: true, query_id: '', response_headers: {} }
          },
        },
        commandOnAll: (beginning, ...others) => {
          const send = () => store.commandOnAll(beginning, ...others)
          return /^(DROP|CREATE)/.test(beginning) ? send() : run(`${beginning} ${others[0]}`, send)
        },
      }
      const { databaseUrl } = deps
      await moveClicks({ databaseUrl, source, target: watched, findExpiredBefore: () => 0, print: (line) => lines.push(line) })
      return lines
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

function copyClient(client: ClickHouse): ClickHouse {
  return {
    query: (params) => client.query(params),
    insert: (params) => client.insert(params),
    command: (params) => client.command(params),
    exec: (params) => client.exec(params),
    ping: (params) => client.ping(params),
    close: () => client.close(),
  }
}

async function countClicks(clickhouse: ClickHouse): Promise<unknown> {
  const query =
    'SELECT (SELECT toUInt32(count()) FROM clicks) AS clicks, (SELECT toUInt32(sum(clicks)) FROM project_clicks) AS rolledUp, (SELECT toUInt32(count()) FROM page_views) AS views'
  return (await (await clickhouse.query({ query, format: 'JSONEachRow' })).json())[0]
}

function guardWrites({ shipDb }: TestDeps, clickhouse: ClickHouse): ClickHouse {
  return guardClickWrites(clickhouse, shipDb)
}

it('lists every table with rows of projects', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const result = await deps.clickhouse.query({
    query: `SELECT replaceRegexpOne(name, '_stored$', '') AS name FROM system.tables
      WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name != 'schema_migrations' ORDER BY name`,
    format: 'JSONEachRow',
  })
  expect((await result.json<{ name: string }>()).map(({ name }) => name)).toEqual([...clickTables].sort())
})

it('copies every table exactly, month by month, and drops the old copy only on command', async () => {
  await using stores = await openTwoStores()
  const { deps, target } = stores
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const now = Date.now()
  for (const ctx of [mia, noah])
    for (const days of [70, 33, 2]) {
      const linkId = (await aLink(deps, ctx)).url_id
      const at = now - days * dayMs
      await recordClicks(deps, ctx, [
        { at, linkId, visitor: days, referrer: 'instagram.com', utmTerm: "a\tb\\'\n" },
        { at: at + 1, isBot: true },
        { at: at + 2, isScan: true, productId: deps.ids.next() },
      ])
      await recordViews(deps, ctx, [{ at }, { at, visitor: 2, isBot: true }, { at, productId: deps.ids.next() }])
    }
  expect(await updateDailyRollups(deps, 365)).toBe(3)
  const failure = { projectId: mia.project.id, day: '2026-01-01', attempts: 1, failedAtMs: now, isRejected: false, reason: 'too large' }
  await insertFailedRollups(deps.clickhouse, [failure])
  await deps.clickhouse.command({
    query: `INSERT INTO link_rollups (project_id, day, counting) VALUES ('${mia.project.id}', yesterday(), 1)`,
  })
  const contents = await readAllClickTables(deps.clickhouse)
  const dropped: string[] = []
  const drop = async () => {
    await using old = await openClickStore(deps.clickhouseUrl)
    await dropOldClicks({ databaseUrl: deps.databaseUrl, old, print: (line) => dropped.push(line) })
  }
  await expect(drop()).rejects.toThrow('have not moved to another ClickHouse')

  const lines = await stores.move()
  expect(lines.filter((line) => /^\d{4}-\d\d: \d+ clicks, equal$/.test(line)).length).toBeGreaterThanOrEqual(3)
  expect(lines).toContain('All time: 1 rows, equal')
  expect(lines.slice(-2)).toEqual([
    stopLine,
    expect.stringMatching(/^Clicks have moved to http:.*\. Nothing was written for \d+\.\d seconds\.$/),
  ])
  expect(await readAllClickTables(target.client)).toEqual(contents)
  expect(Object.values(contents).every((rows) => rows.length > 0)).toBe(true)
  expect(await readAllClickTables(deps.clickhouse)).toEqual(contents)
  const tables = await target.client.query({
    query: "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE '%moving%'",
  })
  expect(await tables.json()).toMatchObject({ data: [] })

  await expect(recordClicks({ ...deps, clickhouse: guardWrites(deps, deps.clickhouse) }, mia, [{ at: now }])).rejects.toThrow(movedMessage)
  await recordClicks({ ...deps, clickhouse: guardWrites(deps, target.client) }, mia, [{ at: now }])
  await expect(stores.move()).rejects.toThrow(/^Clicks have moved to http:.* already/)

  await drop()
  expect(dropped.length).toBeGreaterThan(clickTables.length)
  await expect(countClicks(deps.clickhouse)).rejects.toMatchObject({ type: 'UNKNOWN_TABLE' })
  await expect(drop()).rejects.toThrow('have not moved to another ClickHouse')
})

it.each(['before', 'after'])('can be repeated after a kill %s each statement', async (when) => {
  await using stores = await openTwoStores()
  const { deps, target } = stores
  const ctx = await aProject(deps)
  const [old, fresh] = [deps.clickhouse, target.client].map((clickhouse) => ({ ...deps, clickhouse: guardWrites(deps, clickhouse) }))
  if (old === undefined || fresh === undefined) throw new Error('There are two stores')
  const killed = new Error('killed')
  let isMoved = false
  for (let killedAt = 1; !isMoved; killedAt += 1) {
    let statements = 0
    const sendOrKill = async ({ send }: Statement) => {
      statements += 1
      if (statements === killedAt && when === 'before') throw killed
      await send()
      if (statements === killedAt) throw killed
    }
    isMoved =
      (await stores.move(sendOrKill).then(
        () => true,
        (error: unknown) => expect(error).toBe(killed),
      )) === true
    if (isMoved) break
    // At this point, the old store still accepts writes, and the new store rejects them.
    await recordClicks(old, ctx, [{ at: Date.now() }])
    await expect(recordClicks(fresh, ctx, [{ at: Date.now() }])).rejects.toThrow('has not ended')
  }
  expect(await readAllClickTables(target.client)).toEqual(await readAllClickTables(deps.clickhouse))
})

it('counts a click once if it arrives during the move', async () => {
  await using stores = await openTwoStores()
  const { deps, target } = stores
  await using journal = await openShippedJournal(deps)
  const { append, lines } = journal

  await append(aClick())
  const first = journal.openShipper(deps.clickhouse)
  await first.idle()
  const appendDuringMove = async ({ text, isStopped, send }: Statement) => {
    await send()
    if (!text.startsWith('ALTER TABLE clicks')) return
    await append(aClick())
    if (!isStopped) return first.idle()
    await append(aPageView())
    await expect.poll(() => lines.at(-1)).toMatchObject({ msg: expect.stringContaining('has stopped all writes') })
  }
  await stores.move(appendDuringMove)
  await expect.poll(() => lines.at(-1)).toMatchObject({ msg: expect.stringMatching(movedMessage) })
  await first.close()
  expect(await countClicks(deps.clickhouse)).toEqual({ clicks: 2, rolledUp: 2, views: 0 })

  await journal.ship(target.client)
  expect(await countClicks(target.client)).toEqual({ clicks: 3, rolledUp: 3, views: 1 })
})

it('counts a batch once if it was stored before the move and not recorded as shipped', async () => {
  await using stores = await openTwoStores()
  const { deps, target } = stores
  await using journal = await openShippedJournal(deps)
  for (const record of [aClick(), aClick(), aPageView()]) await journal.append(record)
  const insert: ClickHouse['insert'] = async (params) => {
    await deps.clickhouse.insert(params)
    throw new Error('socket hang up')
  }
  const killed = journal.openShipper({ ...copyClient(deps.clickhouse), insert })
  await expect.poll(() => journal.lines.at(-1)).toMatchObject({ err: { message: 'socket hang up' } })
  await killed.close()
  expect(await countClicks(deps.clickhouse)).toEqual({ clicks: 2, rolledUp: 2, views: 0 })

  await stores.move()
  await journal.append(aClick())
  await journal.ship(target.client)
  expect(await countClicks(target.client)).toEqual({ clicks: 3, rolledUp: 3, views: 1 })
})

it('does not undo a deletion that happens during the move', async () => {
  await using stores = await openTwoStores()
  const { deps, target } = stores
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const linkId = (await aLink(deps, mia)).url_id
  const at = Date.now() - 40 * dayMs
  await recordClicks(deps, mia, [{ at, linkId }, { at }])
  await recordClicks(deps, noah, [{ at }])
  let isDeleted = false
  await stores.move(async ({ text, send }) => {
    await send()
    if (isDeleted || !text.startsWith('ALTER TABLE clicks')) return
    isDeleted = true
    await deleteLinkClicks(mia, linkId)
    await runDeletions({ ...deps, clickhouseWriter: guardWrites(deps, deps.clickhouse) }, mia)
  })
  expect(await countClicks(target.client)).toEqual({ clicks: 2, rolledUp: 2, views: 0 })
  expect(await readAllClickTables(target.client)).toEqual(await readAllClickTables(deps.clickhouse))
})

it('rejects a target that has other clicks, or is the same ClickHouse, and a second move at the same time', async () => {
  await using stores = await openTwoStores()
  const { deps, target } = stores
  const { databaseUrl } = deps
  const ctx = await aProject(deps)
  await recordClicks({ ...deps, clickhouse: target.client }, ctx, [{ at: Date.now() }])
  await expect(stores.move()).rejects.toThrow(/^http:.* has clicks already, which this move has not copied: .*; nothing was changed\.$/)
  await using source = await openClickStore(deps.clickhouseUrl)
  const toItself = moveClicks({ databaseUrl, source, target: source, findExpiredBefore: () => 0, print: () => undefined })
  await expect(toItself).rejects.toThrow(/ is the ClickHouse that clicks are in: .*; nothing was changed\.$/)

  await using session = await openMoveSession(databaseUrl)
  await expect(stores.move()).rejects.toThrow('Another `linkshelf move clicks` or `linkshelf backup` runs')
  await session.stopWriting()
  const write = () => recordClicks({ ...deps, clickhouse: guardWrites(deps, deps.clickhouse) }, ctx, [{ at: Date.now() }])
  await expect(write()).rejects.toThrow('has stopped all writes')
  await session[Symbol.asyncDispose]()
  await write()
  expect(await countClicks(deps.clickhouse)).toMatchObject({ clicks: 1 })
})
