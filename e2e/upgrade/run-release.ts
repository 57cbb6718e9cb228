import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { fetchAccessToken as FetchAccessToken } from '../../apps/server/src/demo/account.ts'

export interface Release {
  checkout: string
  environment: Record<string, string>
  appUrl: string
  linksUrl: string
  restart(): Promise<void>
  findProcessId(part: string): Promise<number>
  stop(): Promise<void>
}

/** Calls the release's API as the demo's user. */
export interface ReleaseApi {
  userId: string
  orgId: string
  projectId: string
  request(method: string, path: string, body?: object): Promise<Response>
}

const [port, linksPort] = ['4721', '4722']

/** Runs `linkshelf start` of another checkout. The instance trusts X-Forwarded-For from this machine. */
export async function runRelease(checkout: string, dataFolder: string): Promise<Release> {
  const [appUrl, linksUrl] = [`http://localhost:${port}`, `http://localhost:${linksPort}`]
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    LINKSHELF_DATA: dataFolder,
    PORT: port,
    LINKS_PORT: linksPort,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  let child = await start(checkout, environment)
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return {
    checkout,
    environment,
    appUrl,
    linksUrl,
    stop,
    async restart() {
      await stop()
      child = await start(checkout, environment)
    },
    async findProcessId(part) {
      return JSON.parse(await readFile(join(dataFolder, 'running.json'), 'utf8')).children[part].pid
    },
  }
}

async function start(checkout: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(checkout, 'apps/server/src/main.ts'), 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (text) => {
    printed += String(text)
  })
  while (!printed.includes('Linkshelf is running')) {
    if (child.exitCode !== null) throw new Error(`The release did not start: ${printed}`)
    await sleep(50)
  }
  return child
}

/** Returns the function with which the release signs users in, because releases differ in how they do it. */
export async function importSignIn(checkout: string): Promise<typeof FetchAccessToken> {
  return (await import(join(checkout, 'apps/server/src/demo/account.ts'))).fetchAccessToken
}

/** Runs the release's demo, which fills an account with links and 90 days of clicks. Signs in to this account. */
export async function fillWithDemo({ checkout, environment, appUrl }: Release): Promise<ReleaseApi> {
  const demo = join(checkout, 'apps/server/src/demo/demo.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [demo, '--json'], { env: environment, maxBuffer: 1e8 })
  const { email, password, org_id: orgId, project_id: projectId } = JSON.parse(stdout)
  const fetchAccessToken = await importSignIn(checkout)
  const token = await fetchAccessToken(appUrl, { email, password, fullName: 'Mia Reed' })
  const { sub: userId } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return {
    userId,
    orgId,
    projectId,
    async request(method, path, body) {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const response = await fetch(`${appUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
      return response
    },
  }
}
