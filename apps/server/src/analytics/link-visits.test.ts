import { expect, it } from 'vitest'
import { aLink, aProject } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { createLinkVisits } from './link-visits.ts'

it('counts the clicks of the days that lists show, of this project only', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const [first, second, third] = [await aLink(deps, ctx), await aLink(deps, ctx), await aLink(deps, other)]
  const now = ctx.now.getTime()
  const outside = now - (ctx.entitlements.dashboardDays + 1) * 24 * 3_600_000
  await recordClicks(deps, ctx, [
    { at: now, linkId: first.url_id },
    { at: now, linkId: second.url_id },
    { at: now, linkId: second.url_id },
    { at: outside, linkId: first.url_id },
  ])
  await recordClicks(deps, other, [{ at: now, linkId: third.url_id }])

  expect(await createLinkVisits(deps).countClicks(ctx, 'UTC')).toEqual(
    new Map([
      [second.url_id, 2],
      [first.url_id, 1],
    ]),
  )
})
