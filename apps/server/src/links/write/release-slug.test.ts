import { type LinkId, slugCorrectionMs } from '@linkshelf/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDraft, anOrganization, aProject, contextOf, destinationOf, errorCodeOf, errorCodesIn } from '../../../test/builders/builders.ts'
import { idsAt } from '../../../test/ids-at.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { read } from '../../access/index.ts'
import { createLinkVisits } from '../../analytics/create-link-visits.ts'
import { createProject, deleteProject } from '../../projects/projects.ts'
import { updateQrCode } from '../../qr-codes/qr-codes.ts'
import { createLink } from './create-link.ts'
import { deleteLink } from './delete-link.ts'
import { restoreLinks } from './restore-links.ts'

let deps: TestDeps
let time = Date.now()
beforeAll(async () => {
  deps = await openTestDeps({ clicks: true, clock: { now: () => new Date(time) }, ids: idsAt(() => time) })
})
afterAll(() => deps[Symbol.asyncDispose]())

type Project = Awaited<ReturnType<typeof aProject>>

function create(ctx: Project, slug: string, target = 'https://shop.example/lamp') {
  return createLink({ ...deps, visits: createLinkVisits(deps) }, { ...ctx, now: deps.clock.now() }, aDraft({ slug, target }))
}

/** Creates a link with this slug and deletes it after `afterMs`. */
async function createAndDelete(ctx: Project, slug: string, afterMs = 60_000): Promise<LinkId> {
  const linkId = (await create(ctx, slug)).url_id as LinkId
  time += afterMs
  await deleteLink({ ...ctx, now: deps.clock.now() }, linkId)
  return linkId
}

it('gives a slug back to the organization that took it by mistake', async () => {
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const { id } = await createProject(deps, owned.ctx, { name: 'Second', description: 'Another project' })
  await createAndDelete(ctx, 'sprnig')

  const link = await create(await contextOf(owned.user, owned.organization.id, id), 'sprnig', 'https://shop.example/spring')

  expect(link.url).toBe('http://go.test/sprnig')
  expect(await destinationOf(deps, 'sprnig')).toMatchObject({ kind: 'link', link: { destination: 'https://shop.example/spring' } })
})

it('gives a slug back again and again, while it is a mistake each time', async () => {
  const ctx = await aProject(deps)
  await createAndDelete(ctx, 'sumemr')
  await createAndDelete(ctx, 'sumemr')
  await createAndDelete(ctx, 'sumemr', slugCorrectionMs)

  expect(await errorCodeOf(create(ctx, 'sumemr'))).toBe('LINK_SLUG_TAKEN')
})

it.each<[string, (slug: string) => Promise<Project>]>([
  [
    'another organization took',
    async (slug) => {
      await createAndDelete(await aProject(deps), slug)
      return aProject(deps)
    },
  ],
  [
    'belongs to a link that was deleted an hour after its creation',
    async (slug) => {
      const ctx = await aProject(deps)
      await createAndDelete(ctx, slug, slugCorrectionMs)
      return ctx
    },
  ],
  [
    'was visited',
    async (slug) => {
      const ctx = await aProject(deps)
      await recordClicks(deps, ctx, [{ at: time, linkId: await createAndDelete(ctx, slug) }])
      return ctx
    },
  ],
  [
    'was visited by a bot',
    async (slug) => {
      const ctx = await aProject(deps)
      await recordClicks(deps, ctx, [{ at: time, linkId: await createAndDelete(ctx, slug), isBot: true }])
      return ctx
    },
  ],
  [
    'belongs to a link that exists',
    async (slug) => {
      const ctx = await aProject(deps)
      await create(ctx, slug)
      return ctx
    },
  ],
  [
    'belonged to a deleted project',
    async (slug) => {
      const owned = await anOrganization(deps)
      const { id } = await createProject(deps, owned.ctx, { name: 'Second', description: 'Deleted later' })
      const ctx = await contextOf(owned.user, owned.organization.id, id)
      await createAndDelete(ctx, slug)
      await deleteProject(ctx)
      return aProject(deps, { owned })
    },
  ],
])('keeps a slug that %s', async (_case, take) => {
  const slug = deps.ids.next()

  const ctx = await take(slug)

  expect(await errorCodeOf(create(ctx, slug))).toBe('LINK_SLUG_TAKEN')
})

it('gives a slug to one of two links that are created at once', async () => {
  const ctx = await aProject(deps)
  await createAndDelete(ctx, 'atuumn')

  const outcomes = await Promise.allSettled([create(ctx, 'atuumn'), create(ctx, 'atuumn')])

  expect(errorCodesIn(outcomes)).toEqual(['LINK_SLUG_TAKEN'])
})

it('gives a slug to a new link or to the deleted one that is restored, never to both', async () => {
  const ctx = await aProject(deps)
  for (let round = 0; round < 5; round += 1) {
    const slug = deps.ids.next()
    const linkId = await createAndDelete(ctx, slug, 1_000)

    const [created, restored] = await Promise.allSettled([
      create(ctx, slug),
      restoreLinks(deps, { ...ctx, now: deps.clock.now() }, [linkId]),
    ])

    const isCreated = created.status === 'fulfilled'
    expect(errorCodesIn([created, restored])).toEqual(isCreated ? [] : ['LINK_SLUG_TAKEN'])
    expect(restored).toMatchObject({ status: 'fulfilled', value: isCreated ? [] : [{ url_id: linkId }] })
  }
})

it('leaves no QR code of the link that had the slug', async () => {
  const ctx = await aProject(deps)
  const linkId = (await create(ctx, 'wniter')).url_id as LinkId
  await updateQrCode(deps, ctx, { subject: { kind: 'link', id: linkId }, update: { color: '#123456' } })
  await deleteLink({ ...ctx, now: deps.clock.now() }, linkId)

  await create(ctx, 'wniter')

  expect(await read(ctx, (tx) => tx.selectFrom('qr_codes').select('subject_id').execute())).toEqual([])
})
