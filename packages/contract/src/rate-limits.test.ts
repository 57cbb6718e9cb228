import { expect, it } from 'vitest'
import { packageLimits } from './plan-limits.ts'
import { formatRateLimitMessage } from './rate-limits.ts'

it.each([
  ['writes', 1, 'More than 2,000 changes within an hour. Your links still redirect. Try again in 1 minute.'],
  ['projects', 61, 'You have created 2,000 projects within a day. Use one of them, or try again in 2 minutes.'],
  ['organizations', 3_600, 'You have created 2,000 organizations within a day. Use one of them, or try again in 1 hour.'],
  [
    'chosenSlugs',
    3_601,
    'You have chosen 2,000 short names within a day. Create the link without one to get a generated name, or try again in 2 hours.',
  ],
  ['storeNames', 60, 'You have chosen 2,000 names of stores within a day. Keep one of them, or try again in 1 minute.'],
  [
    'slugChecks',
    60,
    'You have checked short names 2,000 times within an hour. Save the link to see whether its name is free, or try again in 1 minute.',
  ],
] as const)('says what to do when the limit of %s is reached', (kind, seconds, sentence) => {
  expect(formatRateLimitMessage(kind, 2_000, seconds)).toBe(`Limit reached - ${sentence}`)
})

it.each(Object.entries(packageLimits))(
  'lets an owner with the plan %s fill a project with links with custom slugs within an hour',
  (_name, { linksPerProject, rateLimits }) => {
    const links = Math.min(linksPerProject, 100_000)

    expect(rateLimits.chosenSlugs).toBeGreaterThanOrEqual(links)
    expect(rateLimits.writes).toBeGreaterThanOrEqual(links)
  },
)
