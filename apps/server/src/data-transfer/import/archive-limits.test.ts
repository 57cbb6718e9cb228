import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { aWholeArchive } from '../../../test/builders/archive-builder.ts'
import {
  aLink,
  anOrganization,
  aProject,
  catchErrorCode,
  getFirstProject,
  getProjectContext,
  listErrorCodes,
} from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { aCheckedArchive, runImport } from '../../../test/run-import.ts'
import { countRateLimitUse, createRateLimiters, type OrganizationContext, read } from '../../access/index.ts'
import { createOrganization } from '../../organizations/organizations.ts'
import { systemIds } from '../../platform/ids.ts'
import { findCreationLimitFailure } from './archive-limits.ts'
import { checkImport } from './check-import.ts'
import { deleteImport, getImport, startImport } from './imports.ts'

const createdAt = '2026-01-01T00:00:00Z'

interface ArchivedProject {
  slugs?: readonly string[]
  handles?: readonly string[]
}

const createNumbers = (count: number) => Array.from({ length: count }, () => String(systemIds.next()).slice(-12))
const createChosenSlugs = (count: number) => createNumbers(count).map((number) => `lamp-${number}`)
const createGeneratedSlugs = (count: number) => createNumbers(count).map((number) => number.slice(-7).replaceAll('0', 'z'))

/** Creates an archive of projects with these link slugs and these handles of stores. */
function anArchive(projects: readonly ArchivedProject[]): Promise<Buffer> {
  const files = projects.flatMap(({ slugs = [], handles = [] }, index): [string, string][] => {
    const folder = `projects/${String(index + 1).padStart(4, '0')}`
    const project = { id: randomUUID(), name: `Lamps ${index}`, description: 'Lamps', status: 'active', created_at: createdAt }
    const links = slugs.map((slug) => ({ ...aRow(), slug, target: 'https://shop.example/lamp' }))
    const addresses = handles.map((handle) => ({ handle, store_id: randomUUID() }))
    return [
      [`${folder}/project.json`, JSON.stringify(project)],
      [`${folder}/links-0001.jsonl`, toLines(links)],
      [`${folder}/store-handles-0001.jsonl`, toLines(addresses)],
    ]
  })
  return aWholeArchive(files)
}

function aRow() {
  const empty = { title: null, has_own_title: false, labels: [], brand_logo: null, is_archived: false, revision: 1 }
  return { ...empty, id: randomUUID(), created_at: createdAt }
}

function toLines(rows: readonly object[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

/** Creates a free organization, and its owner's contexts with rate limits. */
async function aLimitedOwner(deps: TestDeps) {
  const owned = await anOrganization(deps)
  const rateLimiters = createRateLimiters(deps)
  const user = { ...owned.user, rateLimiters }
  const project = await getProjectContext(user, owned.organization.id, getFirstProject(owned.organization).id)
  return { user, ctx: { ...owned.ctx, rateLimiters }, project }
}

function getCounts(ctx: OrganizationContext): Promise<number[]> {
  const kinds = ['projects', 'chosenSlugs', 'storeNames'] as const
  return read(ctx, async (tx) => {
    const uses: number[] = []
    for (const kind of kinds) uses.push(await countRateLimitUse(tx, ctx, kind))
    return uses
  })
}

it.each<[string, ArchivedProject[], string]>([
  ['projects', Array(11).fill({}), '10 projects'],
  ['short names', Array.from({ length: 3 }, () => ({ slugs: createChosenSlugs(7) })), '20 short names that were chosen'],
  ['names of stores', [{ handles: createChosenSlugs(6) }, { handles: createChosenSlugs(5) }], '10 names of stores, with earlier ones'],
])('rejects an archive in its check if it has more %s than the plan allows', async (_what, projects, limit) => {
  await using deps = await openTestDeps()
  const { ctx } = await aLimitedOwner(deps)

  const { state, failure } = await aCheckedArchive(deps, ctx, await anArchive(projects))

  expect(state).toBe('failed')
  expect(failure).toBe(
    `The archive has more than ${limit}, and your plan lets you add ${limit.split(' ')[0]} within a day. Upgrade, and import the archive then.`,
  )
})

it('reports how many can be added within a day if the instance has no plans', async () => {
  await using deps = await openTestDeps({ hasPlans: false })
  const { ctx } = await anOrganization(deps)

  expect(findCreationLimitFailure(ctx, { projects: 1_001, chosenSlugs: 0, storeNames: 0 })).toBe(
    'The archive has more than 1,000 projects, and 1,000 can be added within a day.',
  )
})

it("counts an archive's creations once, even after a kill or if the import is started again", async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx, project } = await aLimitedOwner(deps)
  const archive = await anArchive([
    { slugs: [...createChosenSlugs(6), ...createGeneratedSlugs(4)], handles: createChosenSlugs(3) },
    { slugs: [...createChosenSlugs(6), ...createGeneratedSlugs(4)] },
  ])
  const { import_id: importId } = await aCheckedArchive(deps, ctx, archive)
  expect(await getCounts(ctx)).toEqual([0, 0, 0])

  await Promise.all([startImport(ctx, importId), startImport(ctx, importId)])
  await startImport(ctx, importId)
  await Promise.all([runImport(deps, ctx, importId), runImport(deps, ctx, importId)])

  expect(await getImport(ctx, importId)).toMatchObject({ state: 'done', summary: { projects: [{ links: 10 }, { links: 10 }] } })
  expect(await getCounts(ctx)).toEqual([2, 12, 3])
  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => aLink(deps, project, { slug: createChosenSlugs(1)[0] ?? '' })))
  expect(listErrorCodes(outcomes)).toEqual(['TOO_MANY_REQUESTS'])
})

it('rejects a start if too little of a limit is left, and reports when it is possible', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { user, ctx, project } = await aLimitedOwner(deps)
  for (const slug of createChosenSlugs(6)) await aLink(deps, project, { slug })
  const { import_id: importId } = await aCheckedArchive(
    deps,
    ctx,
    await anArchive([{ slugs: createChosenSlugs(8) }, { slugs: createChosenSlugs(7) }]),
  )

  await expect(startImport(ctx, importId)).rejects.toThrow(
    /^Limit reached - You have chosen 20 short names within a day\. .+ try again in \d+ (hours?|minutes?)\.$/,
  )

  expect(await getImport(ctx, importId)).toMatchObject({ state: 'ready' })
  expect(await getCounts(ctx)).toEqual([0, 6, 0])
  // The imports of one owner do not limit another owner.
  const other = await aLimitedOwner(deps)
  const { import_id: otherId } = await aCheckedArchive(deps, other.ctx, await anArchive([{ slugs: createChosenSlugs(8) }]))
  expect(await startImport(other.ctx, otherId)).toMatchObject({ state: 'importing' })
  expect(user.actor.userId).not.toBe(other.user.actor.userId)
})

it("shares the limits among a user's organizations, even if two imports start at once", async () => {
  await using deps = await openTestDeps()
  const { user, ctx } = await aLimitedOwner(deps)
  const second = await createOrganization(deps, user, 'Second')
  const secondCtx = await getProjectContext(user, second.id, getFirstProject(second).id)
  const starts: (() => Promise<unknown>)[] = []
  for (const owner of [ctx, secondCtx]) {
    const { import_id: importId } = await aCheckedArchive(
      deps,
      owner,
      await anArchive([{ slugs: createChosenSlugs(8) }, { slugs: createChosenSlugs(7) }]),
    )
    starts.push(() => startImport(owner, importId))
  }

  expect(listErrorCodes(await Promise.allSettled(starts.map((start) => start())))).toEqual(['TOO_MANY_REQUESTS'])
})

it('subtracts the counts of an import that is undone, so that it can be started again', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await aLimitedOwner(deps)
  const archive = await anArchive([{ slugs: createChosenSlugs(9), handles: createChosenSlugs(9) }, { slugs: createChosenSlugs(9) }])
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { import_id: importId } = await aCheckedArchive(deps, ctx, archive)
    await startImport(ctx, importId)
    expect(await getCounts(ctx)).toEqual([2, 18, 9])
    await deleteImport(ctx, importId)
    expect(await getCounts(ctx)).toEqual([0, 0, 0])
  }
})

it('checks an archive again if an earlier version checked it without counting', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await aLimitedOwner(deps)
  const { import_id: importId } = await aCheckedArchive(deps, ctx, await anArchive([{ slugs: createChosenSlugs(2) }]))
  await queryAsOwner(deps, 'update data_imports set slug_count = null, store_name_count = null')

  expect(await startImport(ctx, importId)).toMatchObject({ state: 'checking' })
  await checkImport(deps, { organizationId: ctx.organization.id, importId })
  expect(await startImport(ctx, importId)).toMatchObject({ state: 'importing' })
  expect(await getCounts(ctx)).toEqual([1, 2, 0])
})

it('rejects a start if the plan has become too small since the check', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  const archive = await anArchive(Array.from({ length: 3 }, () => ({ slugs: createChosenSlugs(8) })))
  const { import_id: importId } = await aCheckedArchive(deps, owned.ctx, archive)
  const { entitlements } = await aProject(deps)

  expect(await catchErrorCode(startImport({ ...owned.ctx, entitlements }, importId))).toBe('DATA_IMPORT_NOT_READY')
})
