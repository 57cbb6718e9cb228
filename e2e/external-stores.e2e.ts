import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openEmbeddedPostgres, waitForPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'
import { startEngineProcess } from '../apps/server/test/databases/start-engine-process.ts'
import { followMany } from '../harness/click-load.ts'
import { anOwnedLinkOn, countTotalClicks } from '../harness/owned-link.ts'
import { openFreshSettings, runLinkshelf } from '../harness/run-linkshelf.ts'
import { countMarkers } from '../harness/stored-clicks.ts'

it('counts and deletes clicks with an external PostgreSQL and an external ClickHouse of which one node is down, and starts no database processes', async () => {
  await using elsewhere = await openFreshSettings()
  const server = await openEmbeddedPostgres(join(elsewhere.dataFolder, 'postgres'))
  const port = await findFreePort()
  const postgres = server.spawn(port)
  await waitForPostgres(server.url(port), 30_000)
  const clickhouse = await startEngineProcess(join(elsewhere.dataFolder, 'clickhouse'))
  try {
    const named = new URL(clickhouse.url)
    named.pathname = '/shelf' // the start creates this database
    const down = Object.assign(new URL(named), { port: await findFreePort() })
    await using instance = await runLinkshelf({ DATABASE_URL: server.url(port), CLICKHOUSE_URL: `${down.href},${named.href}` })
    const link = await anOwnedLinkOn(instance)

    await followMany({ url: link.url, acknowledged: 100, connections: 8 })

    while ((await countTotalClicks(link)) < 100) await sleep(100)
    await link.api.analytics.deleteProjectClicks({ params: link.params })
    expect(await countTotalClicks(link)).toBe(0)
    while ((await countMarkers(named.href, link)).size > 0) await sleep(100)
    expect(Object.keys(await instance.processes()).sort()).toEqual(['api', 'edge', 'jobs', 'ship', 'supervisor'])
  } finally {
    await clickhouse.stop()
    postgres.kill('SIGINT')
    await once(postgres, 'exit')
  }
})
