import { setTimeout as sleep } from 'node:timers/promises'
import { type MediaFormat, mediaFilePath, type PictureSize, parseUploadAddress, pictureSizes, type Upload } from '@linkshelf/contract'
import sharp from 'sharp'
import { anOwnedLinkOn, type OwnedLink } from '../e2e/owned-link.ts'
import { type Instance, runLinkshelf } from '../e2e/run-linkshelf.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface UploadFaultsReport {
  /** `kill -9` of this part. */
  kills: Record<(typeof killedParts)[number], number>
  accepted: number
  /** Uploads without an answer, which were sent again. */
  broken: number
  /** The files of accepted pictures. */
  files: number
  /** Paths of files that an edge does not serve, or that are no whole picture of their size. */
  damaged: string[]
}

const killedParts = ['api', 'jobs', 'postgres'] as const
const uploaders = 4
/** AVIF files are encoded one at a time behind the uploads. */
const encodingTimeoutMs = 600_000

/** Uploads pictures to the whole program while its parts are killed, and then requests every file of every accepted picture. */
export async function runUploadFaults({ uploads, random }: { uploads: number; random: SeededRandom }): Promise<UploadFaultsReport> {
  await using instance = await runLinkshelf()
  const report: UploadFaultsReport = { kills: { api: 0, jobs: 0, postgres: 0 }, accepted: 0, broken: 0, files: 0, damaged: [] }
  const ending = new AbortController()
  const killing = killUntil(ending.signal, instance, report, random)
  const accepted = await uploadAll(instance, uploads, report)
  ending.abort()
  await killing

  for (const { url } of accepted) {
    const address = parseUploadAddress(url)
    if (address === undefined) throw new Error(`${url} is no address of an upload`)
    for (const size of pictureSizes(address)) {
      for (const format of ['webp', 'avif'] as const) {
        report.files += 1
        const path = mediaFilePath(address.digest, size, format)
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
    // A part that is killed while it starts again interrupts no upload, and on a busy machine none would ever be accepted.
    if (report.accepted === acceptedBefore) continue
    acceptedBefore = report.accepted
    const [part = 'api'] = random.shuffled(killedParts)
    const process = (await instance.processes())[part]
    if (process === undefined || signal.aborted) continue
    try {
      globalThis.process.kill(process, 'SIGKILL')
      report.kills[part] += 1
    } catch {
      // It was killed just before, and is not replaced yet.
    }
  }
}

/** Each uploader has an account of its own: one account may not write a thousand times an hour. */
async function uploadAll(instance: Instance, count: number, report: UploadFaultsReport): Promise<Upload[]> {
  const accounts = await Promise.all(Array.from({ length: uploaders }, () => untilAnswered(() => anOwnedLinkOn(instance), report)))
  let next = 0
  const accepted = await Promise.all(
    accounts.map(async (account) => {
      const own: Upload[] = []
      while (next < count) {
        const file = await aPicture(next++)
        own.push(await untilAnswered(() => upload(account, file), report))
        report.accepted += 1
      }
      return own
    }),
  )
  return accepted.flat()
}

function upload({ api, params }: OwnedLink, file: File): Promise<Upload> {
  return api.uploads.create({ params, body: { file, purpose: 'picture' } })
}

async function untilAnswered<Answer>(send: () => Promise<Answer>, report: UploadFaultsReport): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch {
      report.broken += 1
      await sleep(100)
    }
  }
}

/** Another picture for each number. */
async function aPicture(nth: number): Promise<File> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const image = sharp({ create: { width: 400, height: 300, channels: 3, background: '#777777', noise } })
  return new File([new Uint8Array(await image.jpeg().toBuffer())], `${nth}.jpg`)
}

/** Waits while an address of an AVIF file is answered with WebP: the file is not encoded yet. */
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
