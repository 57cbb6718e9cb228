import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aClick } from '../../../test/a-click.ts'
import { aProject } from '../../../test/builders.ts'
import { verifyUserId } from '../../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { createCallHandler } from '../../api-calls.ts'
import { makeShippedClicksPublisher, openClickEnricher, openJournal, openShipper } from '../../clicks/index.ts'
import { openLiveClicks } from './live-clicks.ts'

it('sends an event to the streams of the project whose click arrived, and to no others', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const live = openLiveClicks(deps)
  const answer = createCallHandler(deps, {}, live.streams)
  const openStream = ({ organizationId, id, person }: typeof mia) =>
    answer(new Request(`http://app.test/v1/${organizationId}/projects/${id}/analytics/live`), {
      authorization: `Bearer ${person.userId}`,
      verifyToken: verifyUserId,
      requestId: 'corr-1',
    })
  // When listening begins, every stream gets an event.
  await expect.poll(live.isListening).toBe(true)
  const answers = [await openStream(mia), await openStream(noah)]
  const [mias, noahs] = answers.map(countEvents)
  await expect.poll(() => [mias?.count, noahs?.count]).toEqual([1, 1])

  await shipOneClick(deps, mia.id)

  await expect.poll(() => mias?.count, { timeout: 10_000 }).toBe(2)
  expect(answers.map((response) => response?.headers.get('content-type'))).toEqual(['text/event-stream', 'text/event-stream'])
  expect((await openStream({ ...mia, person: noah.person }))?.status).toBe(404)
  await live.close()
  await Promise.all([mias?.ended, noahs?.ended])
  expect(noahs?.count).toBe(1)
})

/** Counts the events of a response as they arrive. */
function countEvents(answer: Response | undefined): { count: number; ended: Promise<void> } {
  const events = { count: 0, ended: read() }
  return events

  async function read(): Promise<void> {
    const lines = answer?.body?.pipeThrough(new TextDecoderStream()) ?? []
    for await (const text of lines) events.count += text.match(/^event: message$/gm)?.length ?? 0
  }
}

async function shipOneClick(deps: TestDeps, projectId: string): Promise<void> {
  const journalsFolder = await mkdtemp(join(tmpdir(), 'live-'))
  const journal = await openJournal({ ...deps, journalsFolder, durability: 'process', reserveBytes: 0, onFatal: () => undefined })
  const enricher = await openClickEnricher(deps)
  const shipper = openShipper({
    ...deps,
    journalsFolder,
    enricher,
    pollMs: 10,
    gatherMs: 10,
    onClicksShipped: makeShippedClicksPublisher(deps),
  })
  await new Promise<void>((resolve) => journal.append(aClick({ projectId }), resolve))
  await shipper.idle()
  await shipper.close()
  await journal.close()
  enricher.close()
  await rm(journalsFolder, { recursive: true })
}
