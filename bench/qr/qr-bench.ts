// How many QR codes one core draws a second, each anew, and how many it finds that were drawn before.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { createQrRenderer, etagOf, type QrImageSpec } from '../../apps/server/src/qr/qr-renderer.ts'
import { printMachine } from '../measure.ts'

const secondsEach = 4

printMachine({ sharp: sharp.versions.sharp ?? 'unknown', libvips: sharp.versions.vips })
// Everything of this process, the threads that pack pictures included, on one core.
const pinned = spawnSync('taskset', ['-acp', '0', String(process.pid)]).status === 0
console.log(pinned ? 'One core' : 'All cores: there is no taskset to pin this process with')

const png = await aPhotograph(512)
const logo = { digest: createHash('sha256').update(png).digest('hex'), png }

const rows: Record<string, object> = {}
for (const size of [512, 2_048]) {
  rows[`PNG ${size} px, with a logo`] = await drawEach({ size, logo })
  rows[`PNG ${size} px`] = await drawEach({ size })
}
rows['SVG, with a logo'] = await drawEach({ format: 'svg', logo })
rows['PNG 512 px, with a logo, drawn before'] = await recallOne({ logo })
console.table(rows)

function anImage(given: Partial<QrImageSpec>, nth = 0): QrImageSpec {
  const text = `https://go.linkshelf.example/${nth.toString(36).padStart(7, 'x')}?qr=1`
  return { text, color: '#1d4ed8', backgroundColor: '#ffffff', isTransparent: false, logo: undefined, format: 'png', size: 512, ...given }
}

/** No two alike, and nothing kept of them but the logo. */
async function drawEach(given: Partial<QrImageSpec>): Promise<object> {
  const renderer = createQrRenderer({ maxImageBytes: 1 })
  const bytes = (await renderer.render(anImage(given))).length
  return { ...(await rate((nth) => renderer.render(anImage(given, nth)))), 'KB each': Math.round(bytes / 100) / 10 }
}

async function recallOne(given: Partial<QrImageSpec>): Promise<object> {
  const renderer = createQrRenderer()
  await renderer.render(anImage(given))
  return rate(async () => {
    if (renderer.find(etagOf(anImage(given))) === undefined) throw new Error('What was drawn just now is remembered')
  })
}

async function rate(work: (nth: number) => Promise<unknown>): Promise<{ 'a second': number; 'ms of a core each': number }> {
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

/** Many colours, so that packing it is as hard as it gets with a real logo. */
function aPhotograph(side: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: side, height: side, channels: 3, background: '#777777', noise } })
    .blur(1.5)
    .png()
    .toBuffer()
}
