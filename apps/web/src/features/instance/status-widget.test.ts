import { expect, it } from 'vitest'
import { formatRollups, formatStatus } from './status-widget.tsx'

it.each([
  [[], 'good', 'All systems operational'],
  [['analytics'], 'bad', 'Not working: analytics'],
  [['redirects', 'analytics'], 'bad', 'Not working: redirects and analytics'],
  [['redirects', 'database', 'analytics'], 'bad', 'Not working: redirects, database and analytics'],
])('describes in one sentence that %j are down', (down, tone, sentence) => {
  const parts = (['redirects', 'database', 'analytics'] as const).map((name) => ({
    name,
    status: down.includes(name) ? ('down' as const) : ('up' as const),
  }))

  expect(
    formatStatus({
      status: down.length === 0 ? 'operational' : 'degraded',
      parts,
      losing_clicks: false,
      low_disk: false,
      daily_rollups: null,
      checked_at: '2025-11-05T14:03:00.000Z',
    }),
  ).toEqual({
    tone,
    sentence,
  })
})

it('says that clicks are not counted, unless a part is down', () => {
  const status = { parts: [], losing_clicks: true, low_disk: false, daily_rollups: null, checked_at: '2025-11-05T14:03:00.000Z' }
  expect(formatStatus({ ...status, status: 'degraded' })).toEqual({ tone: 'bad', sentence: 'Some clicks are not being counted' })
  expect(formatStatus({ ...status, status: 'degraded', parts: [{ name: 'database', status: 'down' }] }).sentence).toBe(
    'Not working: database',
  )
})

it('says that no files can be uploaded, unless clicks are not counted', () => {
  const status = { parts: [], losing_clicks: false, low_disk: true, daily_rollups: null, checked_at: '2025-11-05T14:03:00.000Z' }
  expect(formatStatus({ ...status, status: 'degraded' })).toEqual({ tone: 'bad', sentence: 'No files can be uploaded' })
  expect(formatStatus({ ...status, status: 'degraded', losing_clicks: true }).sentence).toBe('Some clicks are not being counted')
})

it('describes the status as unknown without a response', () => {
  expect(formatStatus(undefined)).toEqual({ tone: 'unknown', sentence: 'Status unknown' })
})

it.each([
  [0, 'good', 'Up to date'],
  [1, 'bad', '1 hour late'],
  [47, 'bad', '47 hours late'],
  [71, 'bad', '2 days late'],
])('describes daily statistics that are %i hours late', (hours_late, tone, text) => {
  expect(formatRollups({ oldest_missing_day: null, hours_late })).toEqual({ tone, text })
})
