import { expect, it } from 'vitest'
import { toAnalyticsView, toAnalyticsViewQuery } from './saved-views.ts'

it("parses the screen's parameters from a query, and ignores all others", () => {
  const query = '?country=&tab=store&range=30d&bots=only&compare=false&referrer=youtube.com&label=&url_id=1&utm_id=x&from=yesterday'

  expect(toAnalyticsView(query)).toEqual({
    tab: 'store',
    range: '30d',
    bots: 'only',
    compare: 'false',
    country: '',
    referrer: 'youtube.com',
  })
  expect(toAnalyticsView('?tab=nonsense&range=7')).toEqual({})
})

it('formats equal views as equal queries, whatever the order of their parameters is', () => {
  const view = { country: 'DE', tab: 'devices', range: '7d' } as const

  expect(toAnalyticsViewQuery(view)).toBe('tab=devices&range=7d&country=DE')
  expect(toAnalyticsView(toAnalyticsViewQuery(view))).toEqual(view)
})
