import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'
import { freshSettings, runLinkshelf } from '../harness/run-linkshelf.ts'
import { openHttpsProxy } from './open-https-proxy.ts'

const demoScript = fileURLToPath(new URL('../apps/server/src/demo/demo.ts', import.meta.url))

export interface DemoInstance extends AsyncDisposable {
  appUrl: string
  storeUrl: string
  dataFolder: string
  user: { email: string; password: string }
  /** The first one has the most clicks. */
  linkIds: string[]
}

/**
 * A new instance with the data of `npm run demo`, deleted when it is disposed of. Its store is
 * reached over HTTP/2 with TLS.
 */
export async function openDemoInstance(): Promise<DemoInstance> {
  await using stack = new AsyncDisposableStack()
  const { environment: fresh, dataFolder } = stack.use(await freshSettings())
  const proxyPort = await findFreePort()
  const environment = { ...fresh, LINKS_URL: `https://localhost:${proxyPort}` }
  const { stdout } = await promisify(execFile)(process.execPath, [demoScript, '--json'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  })
  const { appUrl } = stack.use(await runLinkshelf(environment))
  stack.use(await openHttpsProxy(proxyPort, Number(environment.LINKS_PORT)))
  const opened = stack.move()
  const demo: { email: string; password: string; store_url: string; links: { url_id: string }[] } = JSON.parse(stdout)
  return {
    appUrl,
    storeUrl: demo.store_url,
    dataFolder,
    user: demo,
    linkIds: demo.links.map((link) => link.url_id),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
