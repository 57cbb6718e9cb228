import { expect, it } from 'vitest'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { createDayRange } from '../intervals.ts'
import { queryVisitors, splitByClicks } from './visitors-query.ts'

const toDayStart = (nth: number) => Date.UTC(2026, 2, nth) / 1_000
const march = { from: toDayStart(1) + 900, until: toDayStart(20) + 3_600 }

it.each([
  ['no day', [], [march]],
  [
    'few clicks',
    [
      [19, 10],
      [3, 19_989],
    ],
    [march],
  ],
  [
    'many clicks on the last day',
    [
      [20, 20_000],
      [3, 1],
    ],
    [
      { from: toDayStart(20), until: march.until },
      { from: march.from, until: toDayStart(20) },
    ],
  ],
  ['many clicks on the first day', [[1, 20_000]], [march]],
  [
    'many clicks on every day',
    [20, 19, 18, 17, 16, 15, 14].map((nth) => [nth, 20_000]),
    [
      { from: toDayStart(20), until: march.until },
      { from: toDayStart(16), until: toDayStart(20) },
      { from: march.from, until: toDayStart(16) },
    ],
  ],
] as const)('splits a range with %s into parts that begin with days and cover the range', (_name, days, parts) => {
  expect(
    splitByClicks(
      days.map(([nth, clicks]) => ({ start: toDayStart(nth), clicks })),
      march,
    ),
  ).toEqual(parts)
})

it('reads the latest days of a link with many clicks, and earlier days for later pages', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const { url_id: linkId } = await aLink(deps, ctx)
  const createClicksOn = (nth: number, count: number, country: string) =>
    Array.from({ length: count }, (_, index) => ({ at: (toDayStart(nth) + index) * 1_000, linkId, visitor: index % 10, country }))
  for (const clicks of [createClicksOn(18, 20, 'FR'), createClicksOn(19, 20_000, 'DE'), createClicksOn(20, 20, 'DE')])
    await recordClicks(deps, ctx, clicks)

  const texts: string[] = []
  const clickhouse = Object.assign(Object.create(deps.clickhouse), {
    query: (params: Parameters<ClickHouse['query']>[0]) => {
      texts.push(params.query)
      return deps.clickhouse.query(params)
    },
  }) as ClickHouse
  const range = createDayRange(Temporal.PlainDate.from('2026-03-01'), Temporal.PlainDate.from('2026-03-20'), 'UTC')
  const queryPage = async (limit: number, after?: { firstAtMs: number; id: string }, properties: [['country', string]] | [] = []) => {
    texts.length = 0
    const visitors = await queryVisitors(clickhouse, { ...ctx, deletions: [] }, linkId, {
      bots: 'exclude',
      range,
      limit,
      after,
      conditions: { properties, linkIds: [linkId] },
    })
    const readParts = texts.filter((text) => /FROM clicks\b/.test(text)).map((text) => text.match(/toDateTime64\(\d+/g)?.slice(0, 2))
    return { visitors, readParts }
  }
  const formatPart = (from: number, until: number) => [`toDateTime64(${from}`, `toDateTime64(${until}`]

  const all = await queryPage(100)
  expect(all.visitors).toHaveLength(30)
  expect(all.visitors.map(({ firstAtMs }) => firstAtMs)).toEqual(
    all.visitors.map(({ firstAtMs }) => firstAtMs).toSorted((one, other) => other - one),
  )
  expect(all.visitors.reduce((sum, { views }) => sum + views, 0)).toBe(20_040)
  expect(all.readParts).toEqual([formatPart(toDayStart(19), toDayStart(21)), formatPart(toDayStart(1), toDayStart(19))])

  const first = await queryPage(20)
  expect(first.visitors).toEqual(all.visitors.slice(0, 20))
  expect(first.readParts).toEqual([formatPart(toDayStart(19), toDayStart(21))])
  const second = await queryPage(20, first.visitors[14])
  expect(second.visitors).toEqual(all.visitors.slice(15))
  expect(second.readParts).toEqual([formatPart(toDayStart(19), toDayStart(20)), formatPart(toDayStart(1), toDayStart(19))])
  expect((await queryPage(20, undefined, [['country', 'FR']])).visitors).toEqual(all.visitors.slice(20))
})
