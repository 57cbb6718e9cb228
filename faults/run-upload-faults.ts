import { setTimeout as sleep } from 'node:timers/promises'
import {
  formatMediaFilePath,
  listPictureSizes,
  type MediaFormat,
  type PictureSize,
  parseUploadAddress,
  type Upload,
} from '@linkshelf/contract'
import sharp from 'sharp'
import { createApiClient, findErrorStatus } from '../apps/server/src/demo/api-client.ts'
import { anOwnedLinkOn, type OwnedLink } from '../harness/owned-link.ts'
import { findPostgresProcess, type Instance, runLinkshelf } from '../harness/run-linkshelf.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface UploadFaultsOptions {
  uploads: number
  random: SeededRandom
  onProgress(line: string): void
}

export interface UploadFaultsReport {
  /** How often each part was killed with `kill -9`. */
  kills: Record<(typeof killedParts)[number], number>
  accepted: number
  /** Uploads without a response. They were sent again. */
  broken: number
  /** The number of files of the accepted pictures. */
  files: number
  /** Paths of files that an edge does not serve, or that are not a complete picture of their size. */
  damaged: string[]
}

const killedParts = ['api', 'jobs', 'postgres'] as const
const uploaders = 4
/** The timeout is long, because AVIF files are encoded after the upload, one at a time. */
const encodingTimeoutMs = 600_000

/**
 * Uploads pictures to the whole program while its parts are killed. Then requests every file of every accepted picture.
 */
export async function runUploadFaults(options: UploadFaultsOptions): Promise<UploadFaultsReport> {
  await using instance = await runLinkshelf()
  const report: UploadFaultsReport = { kills: { api: 0, jobs: 0, postgres: 0 }, accepted: 0, broken: 0, files: 0, damaged: [] }
  const ending = new AbortController()
  const killing = killUntil(ending.signal, instance, report, options.random)
  const accepted = await uploadAll(instance, options, report)
  ending.abort()
  await killing

  for (const { url } of accepted) {
    const address = parseUploadAddress(url)
    if (address === undefined) throw new Error(`${url} is no address of an upload`)
    for (const size of listPictureSizes(address)) {
      for (const format of ['webp', 'avif'] as const) {
        report.files += 1
        const path = formatMediaFilePath(address.digest, size, format)
        if (!(await isServed(new URL(path, instance.linksUrl), size, format))) report.damaged.push(path)
      }
    }
  }
  return report
}

async function killUntil(signal: AbortSignal, instance: Instance, report: UploadFaultsReport, random: SeededRandom): Promise<void> {
  let acceptedBefore = -1
  while (!signal.aborted) {
    await sleep(random.between(300, 3_000))
    // Kills a part only after another upload was accepted, because killing a part while it starts again would interrupt
    // no upload. On a busy machine, no upload would then ever be accepted.
    if (report.accepted === acceptedBefore) continue
    acceptedBefore = report.accepted
    const [part = 'api'] = random.shuffled(killedParts)
    const process = part === 'postgres' ? await findPostgresProcess(instance) : (await instance.processes())[part]
    if (process === undefined || signal.aborted) continue
    try {
      globalThis.process.kill(process, 'SIGKILL')
      report.kills[part] += 1
    } catch {
      // The part was just killed and has no new process yet.
    }
  }
}

/**
 * Uploads pictures with several uploaders at once. Each uploader has its own account, because one account can write
 * fewer than a thousand times per hour.
 */
async function uploadAll(instance: Instance, { uploads, onProgress }: UploadFaultsOptions, report: UploadFaultsReport): Promise<Upload[]> {
  const projects = await Promise.all(Array.from({ length: uploaders }, () => openProject(instance, report)))
  let next = 0
  const accepted = await Promise.all(
    projects.map(async ({ api, params }) => {
      const own: Upload[] = []
      while (next < uploads) {
        const file = await aPicture(next++)
        own.push(await retryUntilAnswered(() => api.uploads.create({ params, body: { file, purpose: 'picture' } }), report))
        report.accepted += 1
        if (report.accepted % 50 === 0) onProgress(`${report.accepted} uploads accepted, ${report.broken} sent again`)
      }
      return own
    }),
  )
  return accepted.flat()
}

/**
 * Returns a client with an API key, because a run takes longer than an access token is valid. The project has the plan
 * with the highest request limit.
 */
async function openProject(instance: Instance, report: UploadFaultsReport): Promise<Pick<OwnedLink, 'api' | 'params'>> {
  const { api, params } = await retryUntilAnswered(() => anOwnedLinkOn(instance), report)
  await retryUntilAnswered(
    () => api.subscriptions.change({ params: { orgId: params.orgId }, body: { planTitle: 'Business', period: 'yearly' } }),
    report,
  )
  const { key } = await retryUntilAnswered(() => api.apiKeys.create({ params, body: { name: 'Uploads' } }), report)
  return { api: createApiClient(instance.appUrl, key), params }
}

/** Sends a request again if it was interrupted or rate limited. Throws if it was rejected for another reason. */
async function retryUntilAnswered<Answer>(send: () => Promise<Answer>, report: UploadFaultsReport): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const status = findErrorStatus(error) ?? 503
      if (status < 500 && status !== 429) throw error
      report.broken += 1
      await sleep(100)
    }
  }
}

/** Returns a different picture for each number. */
async function aPicture(nth: number): Promise<File> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const image = sharp({ create: { width: 400, height: 300, channels: 3, background: '#777777', noise } })
  return new File([new Uint8Array(await image.jpeg().toBuffer())], `${nth}.jpg`)
}

/**
 * Returns true if the URL returns a complete picture of this size and format. Until an AVIF file is encoded, its URL
 * returns WebP. In this case, requests the URL again until the file is encoded.
 */
async function isServed(url: URL, size: PictureSize, format: MediaFormat): Promise<boolean> {
  for (const end = Date.now() + encodingTimeoutMs; Date.now() < end; await sleep(500)) {
    const response = await fetch(url)
    if (response.status !== 200) return false
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.headers.get('content-type') !== `image/${format}`) continue
    const decoded = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    return decoded.info.width === size.width && decoded.info.height === size.height
  }
  return false
}
