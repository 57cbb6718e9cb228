// Measures how long an account (the neighbour) waits during an attack by one or several other accounts, and without an
// attack. Prints the memory of all processes and the size of the data folder before, during and after the attack. Each
// scenario has a fresh instance, as `npm start` runs it.
//
//   npm run bench -- neighbours [--only calls,uploads] [--seconds 20]
//
// The attacker runs in this process, on the same cores, so its own work causes a part of the neighbour's wait.
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { fetchAccessToken } from '../../apps/server/src/demo/account.ts'
import { createApiClient } from '../../apps/server/src/demo/api-client.ts'
import { type Instance, runLinkshelf } from '../../harness/run-linkshelf.ts'
import { computePercentile, measureMs, printMachine } from '../measure.ts'
import { measureMemory } from '../soak/process-memory.ts'
import type { Account, Neighbours, Scenario } from './scenario.ts'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, seconds: { type: 'string', default: '20' } },
})
const durationMs = Number(flags.seconds) * 1_000
const only = flags.only === '' ? undefined : flags.only.split(',')

async function openAccount(appUrl: string, name: string): Promise<Account> {
  const [email, password] = [`${name}@people.example`, 'otters like cold water']
  const token = await fetchAccessToken(appUrl, { email, password, fullName: 'Mia Reed' })
  const client = createApiClient(appUrl, token)
  const [organization] = await client.organizations.list()
  const project = organization?.projects[0]
  if (organization === undefined || project === undefined) throw new Error('A new account has a project')
  return { email, password, token, client, organization, project, params: { orgId: organization.id, projectId: project.id } }
}

interface Waits {
  durationsMs: number[]
  failed: number
}

/** Sends the neighbour's request at most four times a second for the duration of the measurement. */
async function measureWaits(scenario: Scenario, neighbours: Neighbours): Promise<Waits> {
  const waits: Waits = { durationsMs: [], failed: 0 }
  const until = performance.now() + durationMs
  while (performance.now() < until) {
    const took = await measureMs(() =>
      scenario.request(neighbours).catch(() => {
        waits.failed += 1
      }),
    )
    waits.durationsMs.push(took)
    await sleep(Math.max(0, 250 - took))
  }
  return waits
}

async function sumMemory(instance: Instance): Promise<number> {
  return Object.values(await measureMemory(instance)).reduce((sum, megabytes) => sum + megabytes, 0)
}

async function measureDisk({ dataFolder }: Instance): Promise<number> {
  // A file can vanish while `du` reads its folder. Then `du` fails, but prints the size of the other files.
  const { stdout } = await promisify(execFile)('du', ['-sm', dataFolder]).catch((error: { stdout: string }) => error)
  return Number.parseInt(stdout, 10)
}

async function watchMemory(instance: Instance, signal: AbortSignal): Promise<number> {
  let largest = 0
  while (!signal.aborted) {
    largest = Math.max(largest, await sumMemory(instance).catch(() => 0))
    await sleep(500)
  }
  return largest
}

async function runScenario(scenario: Scenario): Promise<object> {
  await using instance = await runLinkshelf({ TRUSTED_PROXIES: '127.0.0.1', ...scenario.environment })
  const open = (name: string) => openAccount(instance.appUrl, name)
  const attackers = [await open('attacker'), await open('attacker-2'), await open('attacker-3')] as const
  const neighbours = { instance, attacker: attackers[0], attackers, neighbour: await open('neighbour') }
  await scenario.prepare?.(neighbours)
  const alone = await measureWaits(scenario, neighbours)
  const before = { megabytes: await sumMemory(instance), disk: await measureDisk(instance) }

  const stopping = new AbortController()
  const attack = scenario.attack(neighbours, stopping.signal)
  const memory = watchMemory(instance, stopping.signal)
  await sleep(1_000)
  const beside = await measureWaits(scenario, neighbours)
  const diskDuring = await measureDisk(instance)
  stopping.abort()
  await attack
  const during = await memory
  await sleep(5_000)
  const round = (figure: number) => Math.round(figure)
  return {
    'p95 alone': round(computePercentile(alone.durationsMs, 0.95)),
    'p95 beside': round(computePercentile(beside.durationsMs, 0.95)),
    'max beside': round(Math.max(...beside.durationsMs)),
    'failed of': `${beside.failed} of ${beside.durationsMs.length}`,
    'MB memory': [before.megabytes, during, await sumMemory(instance)].map(round).join(' > '),
    'MB disk': [before.disk, diskDuring, await measureDisk(instance)].join(' > '),
  }
}

printMachine({})
console.log('milliseconds; megabytes before > the most during > five seconds after the attack')
const folder = join(import.meta.dirname, 'scenarios')
const table: Record<string, object> = {}
for (const file of (await readdir(folder)).toSorted()) {
  if (only && !only.includes(file.replace('.ts', ''))) continue
  const { scenario } = (await import(join(folder, file))) as { scenario: Scenario }
  table[scenario.name] = await runScenario(scenario)
  console.error(scenario.name, table[scenario.name])
}
console.table(table)
