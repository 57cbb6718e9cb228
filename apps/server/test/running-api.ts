import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type ApiOptions, openApi } from '../src/api/api.ts'
import type { InstanceSettings } from '../src/instance/index.ts'
import { findFreePort } from '../src/platform/process/free-port.ts'
import { type Billing, manualBilling } from '../src/subscriptions/index.ts'
import { closeFetchConnections } from './close-fetch-connections.ts'
import { openTestDeps, type TestDeps } from './open-test-deps.ts'
import { testIdentitySecrets } from './open-test-identity.ts'

export interface RunningApi extends AsyncDisposable {
  url: string
  deps: TestDeps
}

export const inlineScript = 'document.documentElement.dataset.frame = "shown"'

/** Runs the whole API process on a port, with a minimal dashboard. */
export async function aRunningApi(
  instance: InstanceSettings = {},
  {
    trustedProxies = [],
    billing = manualBilling,
    connectionsPerAddress,
    bodyRate,
    ...replaced
  }: { trustedProxies?: string[]; billing?: Billing } & Pick<ApiOptions, 'connectionsPerAddress' | 'bodyRate'> &
    Parameters<typeof openTestDeps>[0] = {},
): Promise<RunningApi> {
  const dashboardFolder = await mkdtemp(join(tmpdir(), 'linkshelf-dashboard-'))
  await mkdir(join(dashboardFolder, 'assets'))
  await writeFile(join(dashboardFolder, 'index.html'), `<!doctype html><title>Linkshelf</title><script>${inlineScript}</script>`)
  await writeFile(join(dashboardFolder, 'service-worker.js'), '')
  await writeFile(join(dashboardFolder, 'manifest.webmanifest'), '{}')
  await writeFile(join(dashboardFolder, 'assets', 'app-1.js'), 'export {}')
  await writeFile(join(dashboardFolder, 'assets', 'app-1.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(dashboardFolder, 'assets', 'app-1.js.gz'), gzipSync('export {}'))
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const deps = await openTestDeps({ origins: { app: url, public: 'http://go.test' }, ...replaced })
  const api = await openApi({
    // An api process has a read-only ClickHouse client.
    deps: { ...deps, clickhouse: deps.clickhouseReader },
    listenerUrl: deps.listenerUrl,
    identitySecrets: testIdentitySecrets,
    host: '127.0.0.1',
    port,
    trustedProxies,
    ...(connectionsPerAddress !== undefined && { connectionsPerAddress }),
    ...(bodyRate !== undefined && { bodyRate }),
    instantSignUpsPerHour: 10,
    instance,
    billing,
    google: deps.google,
    dashboardFolder,
  })
  return {
    url,
    deps,
    async [Symbol.asyncDispose]() {
      closeFetchConnections()
      await api.close()
      await deps[Symbol.asyncDispose]()
      await rm(dashboardFolder, { recursive: true })
    },
  }
}
