// Measures how many QR codes one core renders a second, and how many cached QR codes it returns.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { createQrRenderer, type QrImageSpec, toEtag } from '../../apps/server/src/qr-codes/qr-renderer.ts'
import { printMachine } from '../measure.ts'

const secondsEach = 4

printMachine({ sharp: sharp.versions.sharp ?? 'unknown', libvips: sharp.versions.vips })
// Pins all threads of this process to one core, including the threads that compress images.
const pinned = spawnSync('taskset', ['-acp', '0', String(process.pid)]).status === 0
console.log(pinned ? 'One core' : 'All cores: there is no taskset to pin this process with')

const png = await aPhotograph(512)
const logo = { digest: createHash('sha256').update(png).digest('hex'), png }

const rows: Record<string, object> = {}
for (const size of [512, 2_048]) {
  rows[`PNG ${size} px, with a logo`] = await renderEach({ size, logo })
  rows[`PNG ${size} px`] = await renderEach({ size })
}
rows['SVG, with a logo'] = await renderEach({ format: 'svg', logo })
rows['PNG 512 px, with a logo, cached'] = await measureCached({ logo })
console.table(rows)

function aSpec(overrides: Partial<QrImageSpec>, nth = 0): QrImageSpec {
  const text = `https://go.linkshelf.example/${nth.toString(36).padStart(7, 'x')}?qr=1`
  return {
    text,
    color: '#1d4ed8',
    backgroundColor: '#ffffff',
    isTransparent: false,
    logo: undefined,
    format: 'png',
    size: 512,
    ...overrides,
  }
}

/** Renders different codes, so that only the logo comes from the cache. */
async function renderEach(overrides: Partial<QrImageSpec>): Promise<object> {
  const renderer = createQrRenderer({ maxImageBytes: 1 })
  const bytes = (await renderer.render(aSpec(overrides))).length
  return { ...(await measureRate((nth) => renderer.render(aSpec(overrides, nth)))), 'KB each': Math.round(bytes / 100) / 10 }
}

async function measureCached(overrides: Partial<QrImageSpec>): Promise<object> {
  const renderer = createQrRenderer()
  await renderer.render(aSpec(overrides))
  return measureRate(async () => {
    if (renderer.find(toEtag(aSpec(overrides))) === undefined) throw new Error('The image is not cached')
  })
}

async function measureRate(work: (nth: number) => Promise<unknown>): Promise<{ 'a second': number; 'ms of a core each': number }> {
  for (let nth = 0; nth < 20; nth += 1) await work(nth)
  const [startedAt, startedUsing] = [performance.now(), process.cpuUsage()]
  let times = 0
  for (; performance.now() - startedAt < secondsEach * 1_000; times += 1) await work(times)
  const used = process.cpuUsage(startedUsing)
  return {
    'a second': Math.round((times / (performance.now() - startedAt)) * 1_000),
    'ms of a core each': Math.round((used.user + used.system) / times) / 1_000,
  }
}

/** An image with many colors, which is as slow to compress as any real logo. */
function aPhotograph(side: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: side, height: side, channels: 3, background: '#777777', noise } })
    .blur(1.5)
    .png()
    .toBuffer()
}
