import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { findFreePort } from '../../apps/server/src/platform/process/free-port.ts'
import { type Instance, runLinkshelf } from '../run-linkshelf.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL that responds with the instance that journeys share (shared-linkshelf.ts). */
    sharedLinkshelfUrl: string
  }
}

/** Starts the shared instance when the first journey requests it. Stops it after all tests. */
export default async function shareLinkshelf(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<Instance> | undefined
  const server = createServer(async (_request, response) => {
    starting ??= startShared()
    try {
      const { appUrl, linksUrl, dataFolder, environment } = await starting
      response.end(JSON.stringify({ appUrl, linksUrl, dataFolder, environment }))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('sharedLinkshelfUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  return async () => {
    server.close()
    const instance = await starting?.catch(() => undefined)
    await instance?.[Symbol.asyncDispose]()
  }
}

/**
 * Starts the shared instance. Its page checks may request the shops that journeys run on 127.0.0.1. The DNS server that
 * the instance queries is started by the journey for domains.
 */
async function startShared(): Promise<Instance> {
  return runLinkshelf({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1', DNS_SERVERS: `127.0.0.1:${await findFreePort()}` })
}
