import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { closeEdge } from '../../../test/close-fetch-connections.ts'
import { aRunningApi } from '../../../test/running-api.ts'
import { openEdge } from '../../edge/index.ts'
import { disk } from './journal-files.ts'
import { openLostClicksSubscription } from './lost-clicks.ts'

it('reports the instance as degraded while the disk of an edge is full, and still redirects visitors', async () => {
  await using api = await aRunningApi()
  const { deps } = api
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lost-clicks-'))
  let now = Date.now()
  const subscription = openLostClicksSubscription({ ...deps, clock: { now: () => new Date(now) } })
  await expect.poll(subscription.isListening).toBe(true)
  const edge = await openEdge({
    ...deps,
    db: deps.edgeDb,
    host: '127.0.0.1',
    port: 0,
    publicOrigin: deps.origins.public,
    durability: 'disk',
    journalsFolder: folder.path,
    trustedProxies: [],
    journalDisk: {
      ...disk,
      append() {
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
      },
    },
  })
  await aLink(deps, await aProject(deps), { slug: 'lamp' })
  expect(subscription.isLosing()).toBe(false)

  expect((await fetch(`http://127.0.0.1:${edge.port}/lamp`, { redirect: 'manual' })).status).toBe(302)

  await expect.poll(subscription.isLosing).toBe(true)
  const fetchStatus = async () => (await fetch(`${api.url}/v1/public/status`)).json()
  await expect.poll(fetchStatus).toMatchObject({ status: 'degraded', losing_clicks: true })

  await closeEdge(edge)
  now += 10_000
  expect(subscription.isLosing()).toBe(false)
  await subscription.close()
})
