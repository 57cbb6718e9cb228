import { expect, it } from 'vitest'
import { aClick } from '../../../test/builders/click-builder.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { deleteOldSalts, getOrCreateSalt } from './describe-visit.ts'
import { enrichEach, openRecordEnricher } from './record-enricher.ts'

it('uses the salt of the day, which is the same in every process', async () => {
  await using deps = await openTestDeps()
  const [one, other] = await Promise.all([openRecordEnricher(deps), openRecordEnricher(deps)])
  const click = aClick()
  const [a, b] = await Promise.all([one.enrichClicks([click]), other.enrichClicks([click])])
  expect(a.failed).toEqual([])
  expect(a.rows).toEqual(b.rows)
  expect(a.rows).toMatchObject([{ id: click.id, country: 'GB' }])
  one.close()
  other.close()
})

it('caches no salt of a past day', async () => {
  await using deps = await openTestDeps({ clock: { now: () => new Date('2026-11-22T00:30:00Z') } })
  const enricher = await openRecordEnricher(deps)
  const findVisitor = async (at: string) => (await enricher.enrichClicks([aClick({ ...click, at: Date.parse(at) })])).rows[0]?.visitor
  const click = aClick()
  const [late, today] = ['2026-11-20T23:59:59Z', '2026-11-22T00:10:00Z']
  const before = { late: await findVisitor(late), today: await findVisitor(today) }
  await deps.db.deleteFrom('visitor_salts').execute()
  const after = { late: await findVisitor(late), today: await findVisitor(today) }
  expect(after.late).not.toBe(before.late)
  expect(after.today).toBe(before.today)
  enricher.close()
})

it('creates one salt if many callers need the salt of a new day at the same time', async () => {
  await using deps = await openTestDeps()
  const salts = await Promise.all(Array.from({ length: 20 }, () => getOrCreateSalt(deps.db, '2026-11-20')))
  expect(new Set(salts.map((salt) => salt.toString('hex'))).size).toBe(1)
  expect(salts[0]).toHaveLength(32)
  expect((await getOrCreateSalt(deps.db, '2026-11-21')).equals(salts[0] ?? Buffer.alloc(0))).toBe(false)
})

it('deletes a salt before it is 48 hours old, and not during its day', async () => {
  const day = Date.parse('2026-11-20T00:00:00Z')
  for (const [hours, isThere] of [
    [1, true],
    [24, true],
    [46, true],
    [47, false],
  ] as const) {
    await using deps = await openTestDeps({ clock: { now: () => new Date(day + hours * 3_600_000) } })
    await getOrCreateSalt(deps.db, '2026-11-20')
    await deleteOldSalts(deps)
    const left = await deps.db.selectFrom('visitor_salts').select('salt').execute()
    expect(left.length, `${hours} hours after the day began`).toBe(isThere ? 1 : 0)
  }
})

it('reports a click that can not be enriched, and enriches the others', () => {
  const clicks = [aClick(), aClick(), aClick()]
  const enriched = enrichEach(clicks, (click) => {
    if (click === clicks[1]) throw new Error('No salt')
    return { id: click.id }
  })
  expect(enriched.rows.map((row) => row.id)).toEqual([clicks[0]?.id, clicks[2]?.id])
  expect(enriched.failed).toEqual([{ record: clicks[1], reason: 'No salt' }])
})
