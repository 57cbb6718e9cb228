// `npm run image` builds the image of the Containerfile and tries what the documents promise about it. It takes minutes
// and downloads everything that a build needs, so it is not a test. `npm run image -- podman` selects the container
// engine.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readBuildInfo } from '../apps/server/src/platform/build-info.ts'
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'
import { anOwnedLinkOn } from '../harness/owned-link.ts'
import { openBuildahEngine } from './image/buildah-engine.ts'
import {
  attempt,
  type Container,
  type ContainerEngine,
  type ContainerOptions,
  chooseEngine,
  type EngineName,
  engineNames,
  works,
} from './image/container-engine.ts'
import { openDockerEngine } from './image/docker-engine.ts'

const checks: string[] = []
const repository = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

const name = engineName(process.argv[2])
const engine = name === 'buildah' ? openBuildahEngine() : openDockerEngine(name)
try {
  await tryImage(engine)
} finally {
  await engine.close()
}
if (works(['systemd-analyze', '--version'])) verifyUnit()
process.stdout.write(`\n${checks.map((check) => `✓ ${check}\n`).join('')}`)

function engineName(asked: string | undefined): EngineName {
  const chosen = engineNames.find((known) => known === asked) ?? chooseEngine(process.getuid?.() === 0, works)
  if (chosen !== undefined) return chosen
  process.stderr.write('There is no Docker or Podman that works, and no Buildah, mmdebstrap and util-linux for root.\n')
  process.exit(1)
}

async function tryImage({ build, start }: ContainerEngine): Promise<void> {
  report(`Building the image with ${name}.`)
  const since = performance.now()
  const bytes = await build()
  checks.push(`built in ${secondsSince(since)} s: ${(bytes / 1e9).toFixed(2)} GB`)

  const [port, linksPort] = [await findFreePort(), await findFreePort()]
  const environment = { PORT: String(port), LINKS_PORT: String(linksPort) }
  for (const user of [undefined, '54321:54321'])
    await tryUser(start, { user, volume: `linkshelf-image-${process.pid}-${user ?? 'own'}`.replace(':', '-'), environment })
}

/** Tries a first start, then a kill, and then another start on the same volume. SIGTERM ends this last start. */
async function tryUser(start: ContainerEngine['start'], options: ContainerOptions): Promise<void> {
  const who = options.user === undefined ? 'the user of the image' : `the user ${options.user}, who has no name`
  const appUrl = `http://localhost:${options.environment.PORT}`
  report(`Starting it as ${who}.`)
  const first = await start(options)
  const startedIn = await untilHealthy(first)
  assert(first.execute(['linkshelf', '--version']).output.includes(readBuildInfo().commit), 'the image names its commit')
  assert(first.execute(['touch', '/app/written']).code !== 0, 'nothing but the volume and /tmp can be written')
  const { url } = await anOwnedLinkOn({ appUrl })
  const slug = new URL(url).pathname
  await first.kill()

  const second = await start(options)
  const restartedIn = await untilHealthy(second)
  const visit = await fetch(`http://localhost:${options.environment.LINKS_PORT}${slug}`, { redirect: 'manual' })
  assert(visit.status === 302, `a link from before the kill redirects (${visit.status})`)
  report(second.execute(['linkshelf', 'health']).output)
  const exitCode = await second.stop()
  assert(exitCode === 0, `SIGTERM ends it with 0 (${exitCode})`)
  checks.push(`${who}: healthy in ${startedIn} s, and after a kill in ${restartedIn} s with the same data; stopped by SIGTERM`)
}

/**
 * Lets systemd check the unit with this folder in place of /opt/linkshelf, because the started program has to exist.
 */
function verifyUnit(): void {
  const folder = mkdtempSync(join(tmpdir(), 'linkshelf-unit-'))
  const file = join(folder, 'linkshelf.service')
  writeFileSync(file, readFileSync(join(repository, 'deploy', 'linkshelf.service'), 'utf8').replaceAll('/opt/linkshelf', repository))
  const { code, output } = attempt(['systemd-analyze', 'verify', '--man=no', file])
  const rating = attempt(['systemd-analyze', 'security', '--offline=true', '--no-pager', '--threshold=20', file])
  rmSync(folder, { recursive: true })
  assert(code === 0 && output === '', `systemd accepts the unit:\n${output}`)
  assert(rating.code === 0, `the unit is exposed to at most 2.0:\n${rating.output}`)
  checks.push(`unit accepted by systemd: ${/Overall exposure level.*: ([\d.]+)/.exec(rating.output)?.[1]} of 10 exposed`)
}

/** Returns the seconds until `linkshelf health` in the container exits with 0. */
async function untilHealthy(container: Container): Promise<string> {
  const since = performance.now()
  while (container.execute(['linkshelf', 'health']).code !== 0) {
    assert(!container.hasEnded(), `it runs:\n${container.output()}`)
    await sleep(250)
  }
  return secondsSince(since)
}

function assert(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(`This does not hold: ${sentence}`)
}

function secondsSince(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

function report(message: string): void {
  process.stdout.write(`${message.trimEnd()}\n`)
}
