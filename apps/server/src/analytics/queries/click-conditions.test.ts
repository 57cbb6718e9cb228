import type { LinkId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { matchLinks } from './click-conditions.ts'
import { findClickScope } from './click-scope.ts'
import { queryConditionalDashboard } from './dashboard-query.ts'

const fieldMaxBytes = 128 * 1024

it('counts the clicks on any number of links, with parameters that fit into the fields of a form', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const [first, last, other] = [await aLink(deps, ctx), await aLink(deps, ctx), await aLink(deps, ctx)]
  const at = Date.now()
  await recordClicks(
    deps,
    ctx,
    [first, last, last, other].map(({ url_id }) => ({ at, linkId: url_id })),
  )
  const unclicked = Array.from({ length: 8_000 }, () => deps.ids.next<LinkId>())
  const linkIds = [first.url_id, ...unclicked, last.url_id]

  for (const param of Object.values(matchLinks({ properties: [], linkIds }).params))
    expect(JSON.stringify(param).length).toBeLessThan(fieldMaxBytes)
  for (const properties of [[], [['country', '']]] as const) {
    const conditions = { properties, linkIds }
    const { totalClicks } = await queryConditionalDashboard(deps.clickhouse, await findClickScope(ctx), {
      bots: 'include',
      range: undefined,
      conditions,
    })
    expect(totalClicks).toBe(3)
  }
})
