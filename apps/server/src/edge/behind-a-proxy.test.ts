// Runs the configurations of docs/behind-a-proxy.md in front of a real edge. Only ports and folders are changed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { generate } from 'selfsigned'
import { afterEach, beforeEach, expect, it, type TestContext } from 'vitest'
import { aLink, anOrganization, aProject } from '../../test/builders/builders.ts'
import { aLinkOfDomain, aVerifiedDomain, type DomainTest, openDomainTest } from '../../test/builders/domain-builder.ts'
import { findFreePort } from '../platform/process/free-port.ts'
import { type Edge, openEdge } from './open-edge.ts'

const page = readFileSync(new URL('../../../../docs/behind-a-proxy.md', import.meta.url), 'utf8')

function findConfigurationBlocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block)
}

const hosts = ['go.lamps.example', 'links.sofas.example']
const publicHost = 'go.example.com'

let deps: DomainTest
let folder: string
let edge: Edge
let proxy: ChildProcess | undefined

beforeEach(async () => {
  deps = await openDomainTest()
  folder = await mkdtemp(join(tmpdir(), 'proxy-'))
  await chmod(folder, 0o755)
  const { edgeDb: db, listenerUrl, clock, ids, log } = deps
  const network = { host: '127.0.0.1', port: 0, publicOrigin: `https://${publicHost}`, appOrigin: 'https://app.example.com' } as const
  const folders = { journalsFolder: join(folder, 'journal'), snapshotFolder: folder }
  await mkdir(folders.journalsFolder)
  const limits = { durability: 'disk', lookupTimeoutMs: 60_000, trustedProxies: ['127.0.0.1'] } as const
  edge = await openEdge({ ...network, ...folders, ...limits, db, listenerUrl, clock, ids, log })
  await aLink(deps, await aProject(deps), { slug: 'lamp', target: `https://shop.example/${publicHost}` })
  for (const host of hosts) await addDomain(host)
  await expect.poll(() => edge.state().servedDomains).toBe(2)
})
afterEach(async () => {
  if (proxy !== undefined && proxy.exitCode === null) {
    proxy.kill('SIGTERM')
    await once(proxy, 'exit')
  }
  proxy = undefined
  await edge.close()
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

/** Adds a domain of a new organization, with a link at `/lamp`. */
async function addDomain(host: string): Promise<void> {
  const owned = await anOrganization(deps)
  const { domain_id } = await aVerifiedDomain(deps, owned.ctx, { host })
  await aLinkOfDomain(deps, await aProject(deps, { owned }), domain_id, `https://shop.example/${host}`)
}

function skipWithoutProgram(context: TestContext, program: string): void {
  try {
    execFileSync(program, [program === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' })
  } catch {
    context.skip(`${program} is not installed`)
  }
}

/** Starts the proxy and waits until it answers visitors. */
async function runProgram(
  port: number,
  command: string,
  commandArguments: string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const started = spawn(command, commandArguments, { env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] })
  proxy = started
  let output = ''
  started.stderr.setEncoding('utf8').on('data', (more: string) => {
    output += more
  })
  await expect
    .poll(async () => {
      if (started.exitCode !== null) throw new Error(output)
      return isRedirecting(port)
    })
    .toBe(true)
}

/** Returns whether the proxy redirects visitors from http to https. */
async function isRedirecting(port: number): Promise<boolean> {
  const response = await getPlain(port).catch(() => undefined)
  return response?.headers.location?.startsWith(`https://${hosts[0]}`) === true
}

async function getPlain(port: number): Promise<IncomingMessage> {
  const sent = requestPlain({ host: '127.0.0.1', port, path: '/lamp', agent: false, headers: { host: hosts[0] } })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response
}

interface Answer {
  status: number | undefined
  headers: IncomingMessage['headers']
  body: string
  /** The names in the certificate, as OpenSSL formats them. */
  names: string | undefined
}

/**
 * Sends a request for this host name to the proxy, as if DNS resolved the name to it. Rejects if the TLS handshake
 * fails.
 */
async function get(port: number, host: string, path: string, options: RequestOptions): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, servername: host, path, agent: false, ...options, headers: { host, ...options.headers } })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { subjectaltname } = (response.socket as TLSSocket).getPeerCertificate()
  return { status: response.statusCode, headers: response.headers, body: await text(response), names: subjectaltname }
}

/**
 * Expects that the proxy serves each host name of the edge with a certificate for that name, but does not forward
 * requests for `/.tls/`. Expects that a TLS connection to an unknown host fails.
 */
async function expectServed(port: number, options: RequestOptions): Promise<void> {
  for (const host of [...hosts, publicHost]) {
    const answer = await get(port, host, '/robots.txt', options)
    expect([host, answer.status, answer.names]).toEqual([host, 200, `DNS:${host}`])
    expect((await get(port, host, '/.tls/ask?domain=go.lamps.example', options)).status).toBe(404)
  }
  await expect(get(port, 'unknown.example', '/', { rejectUnauthorized: false })).rejects.toThrow(/alert/)
}

/** Expects that each host redirects to its own link at `/lamp`, and that each visit is recorded as a click. */
async function expectClicksCounted(port: number, options: RequestOptions): Promise<void> {
  for (const host of [...hosts, publicHost]) {
    const { status, headers } = await get(port, host, '/lamp', options)
    expect([host, status, headers.location]).toEqual([host, 302, `https://shop.example/${host}`])
  }
  expect(edge.state().journal.appended).toBe(3)
}

it('serves own domains behind Caddy, with a certificate for each', async (context) => {
  skipWithoutProgram(context, 'caddy')
  const [httpPort, port] = [await findFreePort(), await findFreePort()]
  const [caddyfile = ''] = findConfigurationBlocks('caddyfile')
  const file = join(folder, 'Caddyfile')
  const global = `{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${port}\n`
  await writeFile(file, caddyfile.replace('{\n', global).replaceAll('3001', String(edge.port)))
  await runProgram(httpPort, 'caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  })

  const root = join(folder, 'caddy/pki/authorities/local/root.crt')
  const options = { ca: await readFile(root) }
  await expectServed(port, options)
  await expectClicksCounted(port, options)
  expect(edge.state().tls).toMatchObject({ allowed: 3, rejected: 0 })
  expect(edge.state().tls.denied).toBeGreaterThan(0)
})

it('serves own domains behind nginx, with a certificate for each', async (context) => {
  skipWithoutProgram(context, 'nginx')
  const [httpPort, port] = [await findFreePort(), await findFreePort()]
  const certificates = join(folder, 'live')
  const authorities: string[] = []
  for (const host of [...hosts, publicHost, 'app.example.com']) {
    const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
      keyType: 'ec',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
    })
    await mkdir(join(certificates, host), { recursive: true })
    await writeFile(join(certificates, host, 'fullchain.pem'), cert)
    await writeFile(join(certificates, host, 'privkey.pem'), key)
    authorities.push(cert)
  }
  const [block = ''] = findConfigurationBlocks('nginx')
  const servers = block
    .replaceAll('/etc/letsencrypt/live', certificates)
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('listen 80', `listen 127.0.0.1:${httpPort}`)
    .replaceAll('3001', String(edge.port))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((part) => `${part}_temp_path ${folder}/${part};`).join(' ')
  const file = join(folder, 'nginx.conf')
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}`
  await writeFile(file, `${main}\nhttp { access_log off; ${temporary}\n${servers}}\n`)
  await runProgram(httpPort, 'nginx', ['-p', folder, '-c', file, '-e', 'stderr'])

  const options = { ca: authorities }
  await expectServed(port, options)
  await expectClicksCounted(port, options)
})

it("defines in Traefik's configuration what the published list of routers refers to", async () => {
  const [fixed = '', dynamic = ''] = findConfigurationBlocks('yaml')
  const list = JSON.parse(await (await fetch(`http://127.0.0.1:${edge.port}/.tls/traefik`)).text())
  const routers: { service: string; tls: { certResolver: string } }[] = Object.values(list.http.routers)
  expect(routers).toHaveLength(2)
  for (const { service, tls } of routers) {
    expect(fixed).toMatch(new RegExp(`^certificatesResolvers:\n {2}${tls.certResolver}:`, 'm'))
    expect(dynamic).toMatch(new RegExp(`^ {4}${service.replace(/@file$/, '')}: \\{ loadBalancer`, 'm'))
  }
})
