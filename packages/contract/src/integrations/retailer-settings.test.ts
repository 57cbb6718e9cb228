import { retailerIds, retailers } from '@linkshelf/retailers'
import { expect, it } from 'vitest'
import { integrations } from './integrations.ts'
import { integrationSettings } from './stored-settings.ts'

it.each(retailerIds)('has the settings that the definition of %s needs', (retailer) => {
  const { forbidsRedirects, hasCountryRouting, reportedTag } = retailers[retailer]
  const fields = Object.keys(integrationSettings[retailer].shape)

  expect(fields.includes('link_behavior')).toBe(forbidsRedirects)
  expect(fields.includes('country_routing')).toBe(hasCountryRouting)
  if (reportedTag === 'trackingId') expect(fields).toContain('trackingId')
})

it('lets the same users save every integration, because the dashboard checks permission for only one of the calls', () => {
  const meta = Object.entries(integrations).flatMap(([name, call]) => (name.startsWith('save') ? [call['~orpc'].meta] : []))
  expect(meta).toHaveLength(retailerIds.length)
  for (const one of meta) expect(one).toEqual(meta[0])
})
