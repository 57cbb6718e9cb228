import { expect, it } from 'vitest'
import { showStatus } from './show-status.ts'

it.each([
  [[], 'good', 'All systems operational'],
  [['analytics'], 'bad', 'Not working: analytics'],
  [['redirects', 'analytics'], 'bad', 'Not working: redirects and analytics'],
  [['redirects', 'database', 'analytics'], 'bad', 'Not working: redirects, database and analytics'],
])('describes %j being down in one sentence', (down, tone, sentence) => {
  const parts = (['redirects', 'database', 'analytics'] as const).map((name) => ({
    name,
    status: down.includes(name) ? ('down' as const) : ('up' as const),
  }))

  expect(showStatus({ status: down.length === 0 ? 'operational' : 'degraded', parts, checked_at: '2025-11-05T14:03:00.000Z' })).toEqual({
    tone,
    sentence,
  })
})

it('describes the status as unknown without a response', () => {
  expect(showStatus(undefined)).toEqual({ tone: 'unknown', sentence: 'Status unknown' })
})
