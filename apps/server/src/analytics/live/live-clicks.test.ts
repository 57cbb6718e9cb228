import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aMember, anOrganization, aProject } from '../../../test/builders/builders.ts'
import { aClick } from '../../../test/builders/click-builder.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { createCallHandler } from '../../api/api-calls.ts'
import { createShippedClicksPublisher, openJournal, openRecordEnricher, openShipper } from '../../clicks/index.ts'
import { removeMember } from '../../organizations/members.ts'
import { openLiveClicks } from './live-streams.ts'

it('sends an event to the streams of the project whose click arrived, and to no other streams', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const live = openLiveClicks(deps)
  const call = createApiCaller(deps, createCallHandler(deps, { live: live.streams }))
  const openStream = (user: typeof mia, { organization, project } = user) =>
    call(user, { method: 'GET', path: `/v1/${organization.id}/projects/${project.id}/analytics/live` })
  // When listening begins, every stream gets an event.
  await expect.poll(live.isListening).toBe(true)
  const responses = [await openStream(mia), await openStream(noah)]
  const [mias, noahs] = responses.map(collectEvents)
  await expect.poll(() => [mias?.received.size, noahs?.received.size]).toEqual([1, 1])

  await shipOneClick(deps, mia.project.id)

  await expect.poll(() => mias?.received.size).toBe(2)
  expect(responses.map((response) => response.headers.get('content-type'))).toEqual(['text/event-stream', 'text/event-stream'])
  expect((await openStream(noah, mia)).status).toBe(404)
  await live.close()
  await Promise.all([mias?.ended, noahs?.ended])
  expect(noahs?.received.size).toBe(1)
})

it('ends the streams of a user whose membership ended, and no other streams', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const mia = await aProject(deps, { owned })
  const noah = await aMember(deps, owned)
  const live = openLiveClicks(deps)
  const call = createApiCaller(deps, createCallHandler(deps, { live: live.streams }))
  const openStream = (user: typeof noah) =>
    call(user, { method: 'GET', path: `/v1/${mia.organization.id}/projects/${mia.project.id}/analytics/live` })
  await expect.poll(live.isListening).toBe(true)
  const [mias, noahs] = [collectEvents(await openStream(mia)), collectEvents(await openStream(noah))]
  await expect.poll(() => [mias.received.size, noahs.received.size]).toEqual([1, 1])
  let isOwnerEnded = false
  const ownerEnded = mias.ended.then(() => (isOwnerEnded = true))

  await removeMember(mia, noah.actor.userId)
  await noahs.ended

  expect(isOwnerEnded).toBe(false)
  expect((await openStream(noah)).status).toBe(404)
  await live.close()
  await ownerEnded
})

/** Collects the data of a response's events. Ignores repetitions, because an event is repeated after 20 seconds. */
function collectEvents(response: Response): { received: Set<string>; ended: Promise<void> } {
  const received = new Set<string>()
  return { received, ended: read() }

  async function read(): Promise<void> {
    const chunks = response.body?.pipeThrough(new TextDecoderStream()) ?? []
    let text = ''
    for await (const chunk of chunks) {
      text += chunk
      for (const [data] of text.matchAll(/^data: .+\n/gm)) received.add(data)
    }
  }
}

async function shipOneClick(deps: TestDeps, projectId: string): Promise<void> {
  const journalsFolder = await mkdtemp(join(tmpdir(), 'live-'))
  const journal = await openJournal({ ...deps, journalsFolder, durability: 'process', reserveBytes: 0, onFatal: () => undefined })
  const enricher = await openRecordEnricher(deps)
  const shipper = openShipper({
    ...deps,
    db: deps.shipDb,
    journalsFolder,
    enricher,
    pollMs: 10,
    gatherMs: 10,
    onClicksShipped: createShippedClicksPublisher(deps),
  })
  await new Promise<void>((resolve) => journal.append(aClick({ projectId }), resolve))
  await shipper.idle()
  await shipper.close()
  await journal.close()
  enricher.close()
  await rm(journalsFolder, { recursive: true })
}
