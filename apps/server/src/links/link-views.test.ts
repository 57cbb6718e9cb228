import { labelNameMaxLength, linkViewDraft, savedViewId, savedViewsPerUser, searchMaxLength, toLinkViewQuery } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aMember, anOrganization, aProject, catchErrorCode, listErrorCodes } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { type ProjectContext, read, type UserContext } from '../access/index.ts'
import { removeMember } from '../organizations/members.ts'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '../saved-views/index.ts'
import { linkViewKind } from './link-views.ts'

type UsersContext = ProjectContext<UserContext>

/** Returns the name and the view that a request with these fields stores. */
function parseStoredView(fields: { name: string; query?: string }) {
  const { name, query } = linkViewDraft.parse({ query: '', ...fields })
  return { name, view: { query } }
}

async function aView(deps: TestDeps, ctx: UsersContext, fields: { name: string; query?: string }) {
  return savedViewId.parse((await createSavedView(linkViewKind, deps, ctx, parseStoredView(fields))).view_id)
}

const listViews = (ctx: UsersContext) => listSavedViews(linkViewKind, ctx)

/** Creates a project with its owner and another member. */
async function aTeam(deps: TestDeps) {
  const owned = await anOrganization(deps)
  const project = await aProject(deps, { owned })
  const noah = await aMember(deps, owned)
  return { owned, noah, mine: { ...project, actor: owned.user.actor }, noahs: { ...project, actor: noah.actor } }
}

it("stores a user's views, sorted by name, with only the parameters of the list", async () => {
  await using deps = await openTestDeps()
  const { mine } = await aTeam(deps)
  await aView(deps, mine, { name: 'Video', query: '?sort=clicks&label=video&utm_source=x&cursor=1' })
  const id = await aView(deps, mine, { name: 'broken' })
  const update = parseStoredView({ name: 'Broken', query: 'search=&health=broken' })

  await updateSavedView(linkViewKind, mine, { viewId: id, update })

  expect(await listViews(mine)).toEqual([
    { view_id: id, name: 'Broken', query: 'health=broken' },
    expect.objectContaining({ name: 'Video', query: 'label=video&sort=clicks' }),
  ])
  await deleteSavedView(linkViewKind, mine, id)
  expect((await listViews(mine)).map(({ name }) => name)).toEqual(['Video'])
})

it('stores the longest search with the longest label', async () => {
  await using deps = await openTestDeps()
  const { mine } = await aTeam(deps)
  const query = toLinkViewQuery(`search=${'€'.repeat(searchMaxLength)}&label=${'€'.repeat(labelNameMaxLength)}&archived=true&sort=clicks`)

  await aView(deps, mine, { name: 'Long', query })

  expect(await listViews(mine)).toEqual([expect.objectContaining({ query })])
})

it('rejects a second view with the same name for a user in a project, ignoring case', async () => {
  await using deps = await openTestDeps()
  const { mine, noahs } = await aTeam(deps)
  await aView(deps, mine, { name: 'Mail' })
  const id = await aView(deps, mine, { name: 'Video' })
  const draft = parseStoredView({ name: 'MAIL' })

  expect(await catchErrorCode(createSavedView(linkViewKind, deps, mine, draft))).toBe('LINK_VIEW_NAME_TAKEN')
  expect(await catchErrorCode(updateSavedView(linkViewKind, mine, { viewId: id, update: draft }))).toBe('LINK_VIEW_NAME_TAKEN')
  await createSavedView(linkViewKind, deps, noahs, draft)
})

it('creates at most 50 views per user and project, even if several are created at once', async () => {
  await using deps = await openTestDeps()
  const { mine } = await aTeam(deps)
  for (let nth = 0; nth < savedViewsPerUser - 1; nth += 1) await aView(deps, mine, { name: `View ${nth}` })

  const outcomes = await Promise.allSettled(['one', 'other'].map((name) => aView(deps, mine, { name })))

  expect(listErrorCodes(outcomes)).toEqual(['LINK_VIEW_LIMIT_REACHED'])
})

it('does not show, change or delete views of another member or another organization', async () => {
  await using deps = await openTestDeps()
  const { mine, noahs } = await aTeam(deps)
  const stranger = (await aTeam(deps)).mine
  const id = await aView(deps, mine, { name: 'Mail' })
  const update = parseStoredView({ name: 'Mine' })

  for (const ctx of [noahs, stranger, { ...mine, organization: stranger.organization }]) {
    expect(await catchErrorCode(deleteSavedView(linkViewKind, ctx, id))).toMatch(/^(LINK_VIEW_)?NOT_FOUND$/)
    expect(await catchErrorCode(updateSavedView(linkViewKind, ctx, { viewId: id, update }))).toMatch(/^(LINK_VIEW_)?NOT_FOUND$/)
  }
  expect([(await listViews(noahs)).length, (await listViews(mine)).length]).toEqual([0, 1])
})

it('hides views of other users by row-level security too', async () => {
  await using deps = await openTestDeps()
  const { mine, noahs } = await aTeam(deps)
  await aView(deps, mine, { name: 'Mine' })
  const listIdsSeenBy = (ctx: UsersContext) => read(ctx, (tx) => tx.selectFrom('saved_views').select('id').execute())

  expect([(await listIdsSeenBy(mine)).length, (await listIdsSeenBy(noahs)).length]).toEqual([1, 0])
})

it('deletes the views of a member who leaves, but no other views', async () => {
  await using deps = await openTestDeps()
  const { owned, noah, mine, noahs } = await aTeam(deps)
  await aView(deps, mine, { name: 'Mine' })
  await aView(deps, noahs, { name: 'Theirs' })

  await removeMember(owned.ctx, noah.actor.userId)

  expect([(await listViews(noahs)).length, (await listViews(mine)).length]).toEqual([0, 1])
})
