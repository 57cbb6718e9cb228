import { expect, it } from 'vitest'
import type { CheckResult } from './evaluate-page.ts'
import type { HealthState } from './link-check-table.ts'
import { computeNextHealth } from './store-check-result.ts'

const start = Date.parse('2026-03-01T00:00:00Z')
const toInstant = (hours: number) => new Date(start + hours * 3_600_000)
const unchecked: HealthState = { status: 'unchecked', reason: null, failing_since: null, retry_count: 0 }

const ok: CheckResult = { kind: 'ok', reason: null }
const missing: CheckResult = { kind: 'broken', reason: 'not_found' }
const down: CheckResult = { kind: 'temporary', reason: 'server_error' }
const captcha: CheckResult = { kind: 'blocked', reason: 'captcha' }
const soldOut: CheckResult = { kind: 'unavailable', reason: 'sold_out' }
const forbidden: CheckResult = { kind: 'unchecked', reason: 'robots' }

/** Returns the status after each of these checks. `hour` is the time of the check. */
function listStatuses(checks: [hour: number, result: CheckResult][]): string[] {
  let state = unchecked
  return checks.map(([hour, result]) => {
    state = computeNextHealth(state, result, toInstant(hour))
    return state.status
  })
}

it.each<[string, [number, CheckResult][], string[]]>([
  ['a good page', [[0, ok]], ['ok']],
  ['one failure', [[0, missing]], ['failing']],
  [
    'a failure a second time within a day',
    [
      [0, missing],
      [23.9, missing],
    ],
    ['failing', 'failing'],
  ],
  [
    'two failures 24 hours apart',
    [
      [0, missing],
      [24, missing],
    ],
    ['failing', 'broken'],
  ],
  [
    'a good check between two failures',
    [
      [0, missing],
      [24, ok],
      [48, missing],
    ],
    ['failing', 'ok', 'failing'],
  ],
  [
    'a good check of a broken link',
    [
      [0, missing],
      [24, missing],
      [48, ok],
    ],
    ['failing', 'broken', 'ok'],
  ],
  ['a blocked check', [[0, captcha]], ['blocked']],
  [
    'a blocked check of a failing link',
    [
      [0, missing],
      [24, captcha],
      [48, missing],
    ],
    ['failing', 'failing', 'broken'],
  ],
  [
    'a blocked check of a broken link',
    [
      [0, missing],
      [24, missing],
      [48, captcha],
    ],
    ['failing', 'broken', 'broken'],
  ],
  [
    'a robots.txt that forbids a broken link',
    [
      [0, missing],
      [24, missing],
      [48, forbidden],
    ],
    ['failing', 'broken', 'broken'],
  ],
  [
    'two temporary failures',
    [
      [0, down],
      [25, down],
    ],
    ['failing', 'failing'],
  ],
  [
    'a temporary failure, then a blocked check',
    [
      [0, down],
      [1, captcha],
    ],
    ['failing', 'blocked'],
  ],
  [
    'three temporary failures in a row, then one a day later',
    [
      [0, down],
      [1, down],
      [7, down],
      [31, down],
    ],
    ['failing', 'failing', 'failing', 'broken'],
  ],
  [
    'one temporary failure a day after a missing page',
    [
      [0, missing],
      [24, down],
      [25, missing],
    ],
    ['failing', 'failing', 'broken'],
  ],
  [
    'temporary failures with a good check between',
    [
      [0, down],
      [1, down],
      [7, ok],
      [31, down],
    ],
    ['failing', 'failing', 'ok', 'failing'],
  ],
  [
    'a sold out product',
    [
      [0, missing],
      [24, missing],
      [48, soldOut],
    ],
    ['failing', 'broken', 'unavailable'],
  ],
])('computes the statuses of %s', (_case, checks, statuses) => {
  expect(listStatuses(checks)).toEqual(statuses)
})

it('shows the reason of a temporary failure, unless the page is missing', () => {
  const failing: HealthState = { ...unchecked, status: 'failing', reason: 'not_found', failing_since: toInstant(-1) }
  const after = [unchecked, failing].map((before) => computeNextHealth(before, down, toInstant(0)))
  expect(after.map(({ reason, failing_since }) => [reason, failing_since])).toEqual([
    ['server_error', null],
    ['not_found', toInstant(-1)],
  ])
})

it.each<[CheckResult, HealthState, boolean, number]>([
  [ok, unchecked, false, 7 * 24],
  [ok, unchecked, true, 28 * 24],
  [missing, unchecked, true, 24],
  [missing, { ...unchecked, failing_since: toInstant(-20) }, false, 4],
  [missing, { ...unchecked, failing_since: toInstant(-24) }, false, 24],
  [down, unchecked, false, 1],
  [down, { ...unchecked, retry_count: 1 }, false, 6],
  [down, { ...unchecked, retry_count: 2 }, false, 24],
  [captcha, unchecked, false, 7 * 24],
  [captcha, { ...unchecked, status: 'failing', failing_since: toInstant(-24) }, false, 24],
  [captcha, { ...unchecked, status: 'broken', failing_since: toInstant(-48) }, false, 7 * 24],
])('schedules the next check after result %j in state %j (archived: %s) in %i hours', (result, before, isArchived, hours) => {
  expect(computeNextHealth(before, result, toInstant(0), isArchived).delayMs).toBe(hours * 3_600_000)
})
