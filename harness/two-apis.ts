import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'
import { type Instance, runLinkshelf } from './run-linkshelf.ts'
import { readStoreAddresses, runPart } from './run-part.ts'

export interface TwoApis extends AsyncDisposable {
  instance: Instance
  /** The origins of two api processes that use the same stores and secrets. */
  origins: readonly [string, string]
}

/** Starts the whole product, and a second api process, as an operator would on another machine. */
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

/** Starts another api process that uses the stores and secrets of the instance. */
export async function runSecondApi(
  instance: Pick<Instance, 'appUrl' | 'linksUrl' | 'dataFolder'>,
): Promise<{ origin: string } & AsyncDisposable> {
  const port = await findFreePort()
  // The process shares the data folder, which has the identity provider's secret. It also shares the addresses that
  // tokens are issued for.
  const addresses = { APP_URL: instance.appUrl, LINKS_URL: instance.linksUrl, PORT: String(port) }
  const api = await runPart('api', instance.dataFolder, await readStoreAddresses(instance), addresses)
  return { origin: `http://localhost:${port}`, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}
