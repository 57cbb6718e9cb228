// Measures how long an upload takes, and if redirects have to wait during uploads. Runs the whole program on one
// machine. Needs built pages (npm run build).
//
//   npm run bench -- uploads [--uploads 100] [--rate 500] [--seconds 15]
//
// Redirects are requested at a constant rate: first without uploads, then while photographs of 4,000 × 3,000 pixels are
// uploaded one after the other and then encoded as AVIF. The time of a redirect starts when its request is sent. The
// goal is that the 99th percentile grows by at most a fifth.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { anOwnedLinkOn } from '../../harness/owned-link.ts'
import { runLinkshelf } from '../../harness/run-linkshelf.ts'
import { browser, sendAtConstantRate } from '../constant-rate-load.ts'
import { computePercentile, type Measurement, printMachine, printTable } from '../measure.ts'
import type { UploadOrder } from './upload-photographs.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    uploads: { type: 'string', default: '100' },
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '15' },
  },
})
const [uploadCount, rate, seconds] = [Number(values.uploads), Number(values.rate), Number(values.seconds)]

await using instance = await runLinkshelf()
const owned = await anOwnedLinkOn(instance)
const photograph = await aPhotograph()

await measureRedirects('warm-up', AbortSignal.timeout(5_000))
const alone = await measureRedirects('redirects alone', AbortSignal.timeout(seconds * 1_000))
const uploading = new AbortController()
const [besides, uploads] = await Promise.all([
  measureRedirects(`redirects beside ${uploadCount} uploads`, uploading.signal),
  upload(photograph).finally(() => uploading.abort()),
])

printMachine({ sharp: sharp.versions.sharp ?? '' })
console.log(`Each photograph has ${(photograph.length / 1e6).toFixed(1)} MB; ${rate} redirects a second.`)
printTable([alone, besides, uploads])
const growth = computePercentile(besides.durationsMs, 0.99) / computePercentile(alone.durationsMs, 0.99)
console.log(`p99 of redirects: ${growth.toFixed(2)} times as long beside uploads.`)

async function measureRedirects(name: string, signal: AbortSignal): Promise<Measurement> {
  const { origin, pathname } = new URL(owned.url)
  const durationsMs: number[] = []
  const visit = () => ({ path: pathname, headers: { 'User-Agent': browser } })
  await sendAtConstantRate({
    origin,
    visit,
    perSecond: rate,
    seconds: 3_600,
    signal,
    onRedirect: (latencyMs, lateMs) => durationsMs.push(latencyMs - lateMs),
    onFailure(what) {
      throw new Error(`A redirect failed: ${what}`)
    },
  })
  return { name, durationsMs }
}

/**
 * Uploads in a separate thread. Reading a photograph takes milliseconds, during which the client could not measure
 * redirects.
 */
async function upload(photograph: Buffer): Promise<Measurement> {
  const workerData: UploadOrder = { appUrl: instance.appUrl, photograph, count: uploadCount }
  const worker = new Worker(new URL('./upload-photographs.ts', import.meta.url), { workerData })
  const [durationsMs] = (await once(worker, 'message')) as [number[]]
  return { name: 'upload', durationsMs }
}

/** Creates a picture of soft shapes with sensor noise, which is as large as a phone's photograph. */
async function aPhotograph(): Promise<Buffer> {
  const size = { width: 4_000, height: 3_000 }
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const shapes = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#777777', noise } })
    .resize(size)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const grain = await sharp({ create: { ...size, channels: 3, background: '#777777', noise: { ...noise, sigma: 8 } } })
    .png()
    .toBuffer()
  return sharp(shapes.data, { raw: shapes.info })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 85 })
    .toBuffer()
}
