import { expect, it } from 'vitest'
import { listPlanLosses, listPricingPlans } from './plan-catalog.ts'

it('lists every limit and feature that is lower in the smaller plan', () => {
  expect(listPlanLosses('Business', 'Free')).toEqual([
    '10 instead of 50,000 links per project',
    '1,000 instead of 5,000,000 clicks shown a month',
    '1,000 instead of 5,000,000 API requests a month',
    '1 instead of 100 domains of your own',
    '30 days instead of all years of history',
    '100 MB instead of 20 GB of pictures',
    'Countries, devices and visitors are hidden',
    'Scripts in the HTML of your store can’t open connections',
  ])
  expect(listPlanLosses('Enterprise', 'Pro')).toContain('5,000 instead of unlimited links per project')
})

it.each([
  ['Free', '1 domain of your own'],
  ['Starter', '3 domains of your own'],
  ['Enterprise', 'Unlimited domains of your own'],
])('lists the domains of %s among its features', (name, feature) => {
  expect(listPricingPlans().find((plan) => plan.name === name)?.features).toContain(feature)
})

it('lists no losses if the new plan includes as much or the limits stay raised', () => {
  expect(listPlanLosses('Free', 'Pro')).toEqual([])
  expect(listPlanLosses('Pro', 'Lifetime')).toEqual([])
  expect(listPlanLosses('Pro', 'Starter', { linksPerProject: 6_000 })[0]).toBe('50,000 instead of 500,000 clicks shown a month')
})
