import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { type Log, silentLog } from '../../platform/process/log.ts'
import { createShippedClicksPublisher, openShippedClicksSubscription, packProjects, unpackProjects } from './shipped-clicks.ts'

it('packs any projects into as few notifications as possible, and unpacks them', () => {
  fc.assert(
    fc.property(fc.array(fc.uuid(), { maxLength: 1_200 }), (ids) => {
      const notices = packProjects(ids)
      expect(notices.flatMap(unpackProjects)).toEqual(ids)
      expect(notices).toHaveLength(Math.ceil(ids.length / 363))
      for (const notice of notices) expect(Buffer.byteLength(notice)).toBeLessThan(8_000)
    }),
    { numRuns: 50 },
  )
})

it('publishes one project and a thousand projects to a subscriber', async () => {
  await using deps = await openTestDeps()
  const received: string[] = []
  let subscriptions = 0
  const subscription = openShippedClicksSubscription({
    ...deps,
    onClicksShipped: (projectIds) => received.push(...projectIds),
    onListening: () => {
      subscriptions += 1
    },
  })
  await expect.poll(() => subscriptions).toBe(1)
  const [one, many] = [randomUUID(), Array.from({ length: 1_000 }, () => randomUUID())]
  const publish = createShippedClicksPublisher(deps)

  publish([one])
  publish(many.slice(0, 600))
  publish(many.slice(300))

  await expect.poll(() => received.length).toBe(1_001)
  expect(received).toEqual([one, ...many])
  await subscription.close()
})

it('continues when the database is unreachable', async () => {
  const logged: unknown[] = []
  const log = { ...silentLog, debug: (about: unknown) => logged.push(about) } as Log
  const db = openPostgres('postgres://nobody@127.0.0.1:9/gone')
  const publish = createShippedClicksPublisher({ db, log })

  expect(() => publish([randomUUID()])).not.toThrow()
  await expect.poll(() => logged.length).toBe(1)
  publish([randomUUID()])
  await expect.poll(() => logged.length).toBe(2)
  await db.destroy()
})
