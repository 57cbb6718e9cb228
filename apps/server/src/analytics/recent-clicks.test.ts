import { expect, it } from 'vitest'
import { aLink, aProject } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { deleteLink } from '../links/write/delete-link.ts'
import { getRecentClicks } from './get-clicks.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
const settings = ['package=Pro']

it('lists the latest clicks of the project with their link, country and source, without bots', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [ctx, noah] = [await aProject(deps, { settings }), await aProject(deps)]
  const [link, gone] = [await aLink(deps, ctx, { title: 'Lamp' }), await aLink(deps, ctx)]
  await deleteLink(ctx, gone.url_id)
  await recordClicks(deps, ctx, [
    { at: '2026-02-17T10:00:00Z', linkId: link.url_id },
    { at: '2026-03-02T10:00:00Z', linkId: gone.url_id },
    { at: '2026-03-20T11:00:00Z', linkId: link.url_id, country: 'DE', referrer: 'youtube.com' },
    { at: '2026-03-20T11:30:00Z', linkId: link.url_id, isBot: true },
  ])
  await recordClicks(deps, noah, [{ at: '2026-03-20T11:00:00Z' }])

  const clicks = await getRecentClicks(deps, ctx, 10)

  expect(clicks.map(({ at }) => at)).toEqual(['2026-03-20T11:00:00.000Z', '2026-03-02T10:00:00.000Z'])
  const { url_id, url, target, title } = link
  expect(clicks[0]).toMatchObject({ link: { url_id, url, target, title }, country: 'DE', source: 'YouTube', utm_source: '' })
  expect(clicks[1]).toMatchObject({ link: null, country: '' })
  expect(await getRecentClicks(deps, ctx, 1)).toEqual(clicks.slice(0, 1))
})

it('returns no origin of clicks if the plan has no full analytics', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  await recordClicks(deps, ctx, [{ at: '2026-03-20T11:00:00Z', country: 'DE', referrer: 'youtube.com' }])

  expect(await getRecentClicks(deps, ctx, 10)).toMatchObject([
    { country: null, city: null, device: null, source: null, referrer: null, utm_source: null },
  ])
})

it('excludes days that are hidden because the plan shows fewer clicks', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  const limited = { ...ctx, entitlements: { ...ctx.entitlements, clicksPerMonth: 2 } }
  await recordClicks(deps, ctx, [{ at: '2026-03-18T10:00:00Z' }, { at: '2026-03-18T11:00:00Z' }, { at: '2026-03-20T11:00:00Z' }])

  expect((await getRecentClicks(deps, limited, 10)).map(({ at }) => at)).toEqual(['2026-03-18T11:00:00.000Z', '2026-03-18T10:00:00.000Z'])
})
