import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'
import { type Instance, runLinkshelf } from './run-linkshelf.ts'
import { runPart, storesOf } from './run-part.ts'

export interface TwoApis extends AsyncDisposable {
  instance: Instance
  /** The origins of two api processes on the same stores and secrets. */
  origins: readonly [string, string]
}

/** The whole product, and one more api process, as on a second machine. */
export async function runTwoApis(settings: Record<string, string> = {}): Promise<TwoApis> {
  const instance = await runLinkshelf(settings)
  const port = await findFreePort()
  // It shares the data folder for the identity provider's secret, and the addresses that tokens are issued for.
  const addresses = { APP_URL: instance.appUrl, LINKS_URL: instance.linksUrl, PORT: String(port) }
  const second = await runPart('api', instance.dataFolder, await storesOf(instance), addresses)
  return {
    instance,
    origins: [instance.appUrl, `http://localhost:${port}`],
    async [Symbol.asyncDispose]() {
      await second.end('SIGTERM')
      await instance[Symbol.asyncDispose]()
    },
  }
}
