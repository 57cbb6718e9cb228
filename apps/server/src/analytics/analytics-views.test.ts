import { type SavedViewId, savedAnalyticsViewDraft, savedViewId, savedViewsPerUser } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aMember, anOrganization, aProject, catchErrorCode, listErrorCodes } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext, UserContext } from '../access/index.ts'
import { removeMember } from '../organizations/members.ts'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '../saved-views/index.ts'
import { analyticsViewKind } from './analytics-views.ts'

type OwnContext = ProjectContext<UserContext>

async function aReport(deps: TestDeps, ctx: OwnContext, draft: object): Promise<SavedViewId> {
  return savedViewId.parse(
    (await createSavedView(analyticsViewKind, deps, ctx, savedAnalyticsViewDraft.parse({ view: {}, ...draft }))).report_id,
  )
}

const listReports = (ctx: OwnContext) => listSavedViews(analyticsViewKind, ctx)

/** Creates a project of an organization with two members. Returns a context for each member. */
async function aSharedProject(deps: TestDeps) {
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const member = await aMember(deps, owned)
  return { mia: { ...ctx, actor: owned.user.actor }, noah: { ...ctx, actor: member.actor }, owned }
}

it('stores the reports of a user in a project, and lists them by name', async () => {
  await using deps = await openTestDeps()
  const { mia, noah } = await aSharedProject(deps)
  await aReport(deps, mia, { name: 'phones', view: { tab: 'devices', range: '30d', device: 'phone' } })
  const id = await aReport(deps, mia, { name: 'Germany', view: { country: 'DE' }, is_mailed: true })

  await updateSavedView(analyticsViewKind, mia, {
    viewId: id,
    update: { name: 'Austria', view: { country: 'AT', from: '2026-01-01', to: '2026-01-31' } },
  })

  expect(await listReports(mia)).toMatchObject([
    { report_id: id, name: 'Austria', view: { country: 'AT', from: '2026-01-01', to: '2026-01-31' }, is_mailed: true },
    { name: 'phones', view: { tab: 'devices', range: '30d', device: 'phone' }, is_mailed: false },
  ])
  expect(await listReports(noah)).toEqual([])
  await deleteSavedView(analyticsViewKind, mia, id)
  expect((await listReports(mia)).map(({ name }) => name)).toEqual(['phones'])
})

it('accepts a name once for each user and project, ignoring case', async () => {
  await using deps = await openTestDeps()
  const { mia, noah } = await aSharedProject(deps)
  await aReport(deps, mia, { name: 'Germany' })
  const id = await aReport(deps, mia, { name: 'France' })

  expect(await catchErrorCode(aReport(deps, mia, { name: 'GERMANY' }))).toBe('SAVED_REPORT_NAME_TAKEN')
  expect(await catchErrorCode(updateSavedView(analyticsViewKind, mia, { viewId: id, update: { name: 'germany' } }))).toBe(
    'SAVED_REPORT_NAME_TAKEN',
  )
  await updateSavedView(analyticsViewKind, mia, { viewId: id, update: { name: 'FRANCE' } })
  await aReport(deps, noah, { name: 'Germany' })
})

it('saves at most 50 reports of a user in a project, even if several are saved at once', async () => {
  await using deps = await openTestDeps()
  const { mia } = await aSharedProject(deps)
  for (let nth = 0; nth < savedViewsPerUser - 1; nth += 1) await aReport(deps, mia, { name: `Report ${nth}` })

  const outcomes = await Promise.allSettled(['one', 'other'].map((name) => aReport(deps, mia, { name })))

  expect(listErrorCodes(outcomes)).toEqual(['SAVED_REPORT_LIMIT_REACHED'])
})

it('protects the reports of other members and of another organization', async () => {
  await using deps = await openTestDeps()
  const { mia, noah } = await aSharedProject(deps)
  const { mia: stranger } = await aSharedProject(deps)
  const id = await aReport(deps, mia, { name: 'Germany' })

  for (const ctx of [noah, stranger, { ...mia, organization: stranger.organization }]) {
    expect(await catchErrorCode(deleteSavedView(analyticsViewKind, ctx, id))).toMatch(/^(SAVED_REPORT_)?NOT_FOUND$/)
    expect(await catchErrorCode(updateSavedView(analyticsViewKind, ctx, { viewId: id, update: { name: 'Mine' } }))).toMatch(
      /^(SAVED_REPORT_)?NOT_FOUND$/,
    )
  }
  expect(await listReports(mia)).toMatchObject([{ name: 'Germany' }])
})

it('deletes the reports of a member who leaves', async () => {
  await using deps = await openTestDeps()
  const { mia, noah, owned } = await aSharedProject(deps)
  await aReport(deps, noah, { name: 'Germany', is_mailed: true })
  await aReport(deps, mia, { name: 'Germany' })

  await removeMember(owned.ctx, noah.actor.userId)

  expect(await listReports(noah)).toEqual([])
  expect(await listReports(mia)).toHaveLength(1)
})
