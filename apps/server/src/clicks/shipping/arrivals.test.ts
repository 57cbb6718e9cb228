import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { type Log, silentLog } from '../../platform/process/log.ts'
import { makeArrivalTeller, openArrivalListener, packProjects, unpackProjects } from './arrivals.ts'

it('packs any projects into as few notices as PostgreSQL takes, and gives them back', () => {
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

it('tells whoever listens, of a thousand projects as well as of one', async () => {
  await using deps = await openTestDeps()
  const heard: string[] = []
  let beginnings = 0
  const listener = openArrivalListener({
    ...deps,
    onArrival: (projectIds) => heard.push(...projectIds),
    onListening: () => {
      beginnings += 1
    },
  })
  await expect.poll(() => beginnings).toBe(1)
  const [one, many] = [randomUUID(), Array.from({ length: 1_000 }, () => randomUUID())]
  const tell = makeArrivalTeller(deps)

  tell([one])
  tell(many.slice(0, 600))
  tell(many.slice(300))

  await expect.poll(() => heard.length).toBe(1_001)
  expect(heard).toEqual([one, ...many])
  await listener.close()
})

it('goes on when the database does not take a notice', async () => {
  const noted: unknown[] = []
  const log = { ...silentLog, debug: (about: unknown) => noted.push(about) } as Log
  const db = openPostgres('postgres://nobody@127.0.0.1:9/gone', 'linkshelf_app')
  const tell = makeArrivalTeller({ db, log })

  expect(() => tell([randomUUID()])).not.toThrow()
  await expect.poll(() => noted.length).toBe(1)
  tell([randomUUID()])
  await expect.poll(() => noted.length).toBe(2)
  await db.destroy()
})
