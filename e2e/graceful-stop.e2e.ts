import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { followMany, type LoadOutcome } from '../harness/click-load.ts'
import { anOwnedLinkOn } from '../harness/owned-link.ts'
import { runLinkshelf } from '../harness/run-linkshelf.ts'
import { aDataFolder, readStoreAddresses, runPart } from '../harness/run-part.ts'
import { getSharedLinkshelf } from '../harness/shared-linkshelf.ts'
import { expectStored } from '../harness/stored-clicks.ts'

const connections = 32

/**
 * Follows the link without a pause over kept-alive connections. Calls `stop` after 2,000 redirects, and ends when
 * `stop` has resolved.
 */
async function followUntilStopped(url: string, stop: () => Promise<unknown>): Promise<LoadOutcome> {
  const ending = new AbortController()
  const middle = Promise.withResolvers<void>()
  const outcome = followMany({
    url,
    connections,
    signal: ending.signal,
    onProgress: (acknowledged) => acknowledged === 2_000 && middle.resolve(),
  })
  await middle.promise
  await stop()
  ending.abort()
  return outcome
}

/** Sends the beginning of a request, and never the rest. */
async function aHangingClient(port: number): Promise<Socket> {
  const client = connect(port, '127.0.0.1')
  await once(client, 'connect')
  client.on('error', () => undefined).resume()
  client.write('GET /hang HTTP/1.1\r\nHost: ')
  return client
}

it('answers every accepted request before an edge ends, despite a hanging client and a second SIGTERM', async () => {
  const instance = await getSharedLinkshelf()
  await using folder = await aDataFolder()
  const stores = await readStoreAddresses(instance)
  await using edge = await runPart('edge', folder.path, stores)
  await using shipper = await runPart('ship', folder.path, stores)
  const link = await anOwnedLinkOn(instance)
  const hanging = await aHangingClient(edge.port ?? 0)

  const outcome = await followUntilStopped(`http://127.0.0.1:${edge.port}/${new URL(link.url).pathname.slice(1)}`, async () => {
    const ended = Promise.all([edge.end('SIGTERM'), edge.end('SIGTERM'), once(hanging, 'close')])
    // A shipper can be stopped in the middle of a batch. The next shipper continues the batch.
    expect(await shipper.end('SIGTERM')).toBe(0)
    expect((await ended).slice(0, 2)).toEqual([0, 0])
  })
  await using _next = await runPart('ship', folder.path, stores)

  expect(outcome).toMatchObject({ torn: 0, others: {} })
  expect(await expectStored(instance, link, outcome.acknowledged)).toEqual([])
})

it('answers every accepted request before all processes end, and counts the clicks after the next start', async () => {
  await using instance = await runLinkshelf()
  const link = await anOwnedLinkOn(instance)

  const outcome = await followUntilStopped(link.url, async () => expect(await instance.stop()).toBe(0))
  await instance.start()

  expect(outcome).toMatchObject({ torn: 0, others: {} })
  expect(await expectStored(instance, link, outcome.acknowledged)).toEqual([])
})
