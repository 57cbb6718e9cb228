// The Lighthouse scores of the dashboard's main screens, with the data of `npm run demo` and an empty cache: the median of several visits. Nothing is
// requested from outside the machine.
//
//   npm run build && npm run bench -- lighthouse [--runs 3] [--only links,analytics] [--reports folder]
//
// `--reports` writes the report of each screen's last visit there, as HTML.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printMachine } from '../measure.ts'
import { auditPage, type PageAudit } from './audit-page.ts'
import { openDemoInstance } from './open-demo-instance.ts'
import { openSignedInChromium } from './open-signed-in-chromium.ts'

const paths: Record<string, string> = { dashboard: '/', links: '/links', analytics: '/analytics' }
const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: Object.keys(paths).join() },
    reports: { type: 'string' },
  },
})

await using instance = await openDemoInstance()
await using chromium = await openSignedInChromium(instance.appUrl, instance.user)
printMachine({ Chromium: chromium.version })
const figures: Record<string, PageAudit['figures']> = {}
for (const screen of flags.only.split(',')) {
  const visits: PageAudit[] = []
  for (let run = 0; run < Number(flags.runs); run += 1) visits.push(await auditPage(chromium.port, `${instance.appUrl}${paths[screen]}`))
  figures[screen] = medianOf(visits.map((visit) => visit.figures))
  if (flags.reports !== undefined) await writeReport(flags.reports, screen, visits.at(-1)?.report ?? '')
}
console.table(figures)

function medianOf(visits: readonly PageAudit['figures'][]): PageAudit['figures'] {
  const median = (name: string) => visits.map((visit) => visit[name] ?? Number.NaN).sort((one, other) => one - other)[visits.length >> 1]
  return Object.fromEntries(Object.keys(visits[0] ?? {}).map((name) => [name, median(name) ?? Number.NaN]))
}

async function writeReport(folder: string, screen: string, report: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${screen}.html`), report)
}
