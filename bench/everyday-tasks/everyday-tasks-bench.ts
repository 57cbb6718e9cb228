// Measures ten everyday tasks in the dashboard of a demo instance: the clicks, keys and characters of each task, and
// the time in Chromium from the first input until the result is on screen, without the user's own time. It also
// measures the time from each click or key press to the next frame, and lists the slowest by name. Nothing is requested
// from outside the machine.
//
//   npm run build && npm run bench -- everyday-tasks [--runs 5] [--only word]
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../harness/open-browser.ts'
import { openDemoInstance } from '../../harness/open-demo-instance.ts'
import { computePercentile, measureMs, printMachine } from '../measure.ts'
import { type EverydayTask, everydayTasks } from './everyday-tasks.ts'
import { collectInteractions, type Interaction, readInteractions } from './interaction-times.ts'
import { Owner } from './owner.ts'

/** The number of slowest clicks and key presses that are printed. */
const slowestShown = 10

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
})

await using instance = await openDemoInstance()
await using chromium = await openBrowser()
const { page, context } = await chromium.newVisitor({ viewport: { width: 1440, height: 900 }, ignoreHTTPSErrors: true })
await context.grantPermissions(['clipboard-read', 'clipboard-write'])
await collectInteractions(context)
printMachine({ Chromium: chromium.browser.version() })
await signIn(page)

const interactions: (Interaction & { task: string })[] = []
const rows: Record<string, Record<string, number>> = {}
for (const task of everydayTasks.filter(({ name }) => name.includes(flags.only))) rows[task.name] = await measureTask(task)
console.table(rows)
const interactionsMs = interactions.map(({ durationMs }) => durationMs)
const nth = (part: number) => Math.round(computePercentile(interactionsMs, part))
console.log(
  `${interactions.length} clicks and key presses: p50 ${nth(0.5)} ms, p98 ${nth(0.98)} ms, longest ${nth(1)} ms until the next frame`,
)
console.table(interactions.sort((one, other) => other.durationMs - one.durationMs).slice(0, slowestShown))

async function measureTask(task: EverydayTask): Promise<Record<string, number>> {
  const owner = new Owner(page)
  const durationsMs: number[] = []
  for (let nth = 1; nth <= Number(flags.runs); nth += 1) {
    await page.goto(instance.appUrl)
    await page.getByRole('heading', { name: 'Top performing links' }).waitFor()
    // The pause lets the screen load the files that it loads when idle. The network is never idle, because live clicks
    // arrive over a stream.
    await page.waitForTimeout(1_500)
    owner.effort = { clicks: 0, keys: 0, typed: 0 }
    durationsMs.push(await measureMs(() => task.perform(owner, nth)))
    interactions.push(...(await readInteractions(page)).map((interaction) => ({ ...interaction, task: task.name })))
  }
  return { ...owner.effort, 'p50 ms': Math.round(computePercentile(durationsMs, 0.5)) }
}

async function signIn(visitor: Page): Promise<void> {
  await visitor.goto(instance.appUrl)
  await visitor.getByLabel('Email address').fill(instance.user.email)
  await visitor.getByLabel('Password', { exact: true }).fill(instance.user.password)
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
  await visitor.getByRole('heading', { name: 'Dashboard' }).waitFor()
}
