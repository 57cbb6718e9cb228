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
  const second = await runSecondApi(instance)
  return {
    instance,
    origins: [instance.appUrl, second.origin],
    async [Symbol.asyncDispose]() {
      await second[Symbol.asyncDispose]()
      await instance[Symbol.asyncDispose]()
    },
  }
}

/** One more api process on the stores and secrets of the instance. */
export async function runSecondApi(
  instance: Pick<Instance, 'appUrl' | 'linksUrl' | 'dataFolder'>,
): Promise<{ origin: string } & AsyncDisposable> {
  const port = await findFreePort()
  // It shares the data folder for the identity provider's secret, and the addresses that tokens are issued for.
  const addresses = { APP_URL: instance.appUrl, LINKS_URL: instance.linksUrl, PORT: String(port) }
  const api = await runPart('api', instance.dataFolder, await storesOf(instance), addresses)
  return { origin: `http://localhost:${port}`, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}
