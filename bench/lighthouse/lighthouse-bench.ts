// Measures the Lighthouse scores of the dashboard's main screens and of the store page in each layout, over HTTP/2 with
// TLS, with the data of `npm run demo` and an empty cache. Prints the median of several visits. Nothing is requested
// from outside the machine. Chromium has priority over the servers and Lighthouse.
//
//   npm run build && npm run bench -- lighthouse [--runs 3] [--only links,store-grid] [--calibrated] [--reports folder]
//     [--theme linen] [--products 200]
//
// By default, the simulated phone is four times slower than this machine. This is Lighthouse's default, which suits a
// fast desktop. With `--calibrated`, the simulated phone is a mid-tier phone on any machine: before each visit, the
// speed is measured and converted to the slowdown that Lighthouse's guide gives. `--reports` names a folder to which
// the HTML report of each screen's last visit is written.
import { mkdir, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type StoreLayout, type StoreTheme, storeLayouts } from '@linkshelf/contract'
import { openDemoInstance } from '../../harness/open-demo-instance.ts'
import { printMachine } from '../measure.ts'
import { auditPage, type PageAudit } from './audit-page.ts'
import { openPhone } from './open-phone.ts'
import { setStoreLook } from './set-store-look.ts'

const paths: Record<string, (linkId: string) => string> = {
  dashboard: () => '/',
  links: () => '/links',
  link: (linkId) => `/links/${linkId}`,
  analytics: () => '/analytics',
}
const storePrefix = 'store-'
const screens = [...Object.keys(paths), ...Object.keys(storeLayouts).map((layout) => storePrefix + layout)]
const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: screens.join() },
    calibrated: { type: 'boolean', default: false },
    reports: { type: 'string' },
    theme: { type: 'string', default: 'plain' },
    products: { type: 'string', default: '0' },
  },
})

await using phone = await openPhone()
// A real phone shares no processor with the servers. So processes that start after this line get only the CPU time that
// the browser leaves.
setPriority(constants.priority.PRIORITY_LOW)
await using instance = await openDemoInstance()
await phone.signIn(instance.appUrl, instance.user)
printMachine({ Chromium: await phone.version() })
const figures: Record<string, PageAudit['figures']> = {}
for (const screen of flags.only.split(',')) {
  const address = await prepareScreen(screen)
  const visits: PageAudit[] = []
  for (let run = 0; run < Number(flags.runs); run += 1)
    visits.push(await auditPage(address, { port: phone.port, slowdown: await computeSlowdown(), isPublic: screen.startsWith(storePrefix) }))
  figures[screen] = computeMedians(visits.map((visit) => visit.figures))
  if (flags.reports !== undefined) await writeReport(flags.reports, screen, visits.at(-1)?.report ?? '')
}
console.table(figures)

/**
 * Returns the factor by which a mid-tier phone is slower than this machine. Lighthouse's guide gives 4 for a benchmark
 * index of 1,500 to 2,000, and 2 for an index of 1,000 to 1,500. This function interpolates between the middles of both
 * ranges and extrapolates beyond them.
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown
 */
async function computeSlowdown(): Promise<number> {
  return flags.calibrated ? Math.max(1, 2 + ((await phone.benchmark()) - 1_250) / 250) : 4
}

async function prepareScreen(screen: string): Promise<string> {
  if (!screen.startsWith(storePrefix)) return `${instance.appUrl}${paths[screen]?.(instance.linkIds[0] ?? '')}`
  await setStoreLook(instance.dataFolder, {
    layout: screen.slice(storePrefix.length) as StoreLayout,
    theme: flags.theme as StoreTheme,
    products: Number(flags.products),
  })
  return instance.storeUrl
}

function computeMedians(visits: readonly PageAudit['figures'][]): PageAudit['figures'] {
  const computeMedian = (name: string) =>
    visits.map((visit) => visit[name] ?? Number.NaN).sort((one, other) => one - other)[visits.length >> 1]
  return Object.fromEntries(Object.keys(visits[0] ?? {}).map((name) => [name, computeMedian(name) ?? Number.NaN]))
}

async function writeReport(folder: string, screen: string, report: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${screen}.html`), report)
}
