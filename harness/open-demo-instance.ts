import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DemoSummary } from '../apps/server/src/demo/fill-demo.ts'
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'
import { openHttpsProxy } from './open-https-proxy.ts'
import { openFreshSettings, runLinkshelf } from './run-linkshelf.ts'

const demoScript = fileURLToPath(new URL('../apps/server/src/demo/demo.ts', import.meta.url))

export interface DemoInstance extends AsyncDisposable {
  appUrl: string
  storeUrl: string
  dataFolder: string
  user: { email: string; password: string }
  /** The first link has the most clicks. */
  linkIds: string[]
}

/** Fills the data folder of these settings like `npm run demo`. */
export async function createDemo(environment: Record<string, string>): Promise<DemoSummary> {
  const { stdout } = await promisify(execFile)(process.execPath, [demoScript, '--json'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  })
  return JSON.parse(stdout)
}

/**
 * Opens a new instance with the data of `npm run demo`. The instance is deleted when it is disposed of. Its dashboard
 * and its store are served over HTTP/2 with TLS, as behind a proxy in production. A browser must ignore that the
 * issuer of their certificates is unknown.
 */
export async function openDemoInstance(): Promise<DemoInstance> {
  await using stack = new AsyncDisposableStack()
  const { environment: fresh, dataFolder } = stack.use(await openFreshSettings())
  const [appPort, linksPort] = [await findFreePort(), await findFreePort()]
  const appUrl = `https://localhost:${appPort}`
  const environment = { ...fresh, LINKS_URL: `https://localhost:${linksPort}` }
  const demo = await createDemo(environment)
  stack.use(await runLinkshelf({ ...environment, APP_URL: appUrl }))
  stack.use(await openHttpsProxy(appPort, Number(environment.PORT)))
  stack.use(await openHttpsProxy(linksPort, Number(environment.LINKS_PORT)))
  const opened = stack.move()
  return {
    appUrl,
    storeUrl: demo.store_url,
    dataFolder,
    user: demo,
    linkIds: demo.links.map((link) => link.url_id),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
