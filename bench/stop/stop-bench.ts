// Measures how long a stop of the whole program takes, from SIGTERM to the exit of the program and of each process.
// There are two cases. In the first case, there is no load, but there are unused connections, as a browser opens them
// in advance. In the second case, 32 connections follow a link without a pause. After the next start, every
// acknowledged visit must be in ClickHouse exactly once.
//
//   npm run bench -- stop [--times 5]
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { followMany } from '../../harness/click-load.ts'
import { anOwnedLinkOn } from '../../harness/owned-link.ts'
import { type Instance, runLinkshelf } from '../../harness/run-linkshelf.ts'
import { readStoredMarkers } from '../../harness/stored-clicks.ts'
import { untilSettled } from '../../harness/until-settled.ts'
import { printMachine } from '../measure.ts'

const { values: flags } = parseArgs({ allowPositionals: true, options: { times: { type: 'string', default: '5' } } })
const times = Number(flags.times)
const connections = 32
const loadMs = 3_000

type Stop = Record<string, number>

await using instance = await runLinkshelf()
const link = await anOwnedLinkOn(instance)
const acknowledged: string[] = []
const stops: Record<string, Stop> = {}

for (let nth = 1; nth <= times; nth += 1) {
  for (const origin of [instance.appUrl, instance.linksUrl]) await openUnusedConnection(origin)
  stops[`${nth}, without load`] = await measureStop()
  await instance.start()
  const ending = new AbortController()
  const load = followMany({ url: link.url, connections, signal: ending.signal, name: `${nth}-` })
  await sleep(loadMs)
  stops[`${nth}, under load`] = await measureStop()
  ending.abort()
  acknowledged.push(...(await load).acknowledged)
  await instance.start()
}
await untilSettled(async () => (await readStoredMarkers(instance, link)).size, 6_000)

printMachine({})
console.log('Milliseconds after SIGTERM until each process had ended, and the whole program')
console.table(stops)
await printClicks()

async function measureStop(): Promise<Stop> {
  const pids = { ...(await instance.processes()), postgres: await findPostgres(instance) }
  const startedAt = performance.now()
  const ended: Stop = {}
  const stopping = instance.stop()
  const watching = Promise.all(Object.entries(pids).map(([part, pid]) => watchProcess(part, pid, ended, startedAt)))
  if ((await stopping) !== 0) throw new Error('The stop failed')
  const total = Math.round(performance.now() - startedAt)
  await watching
  return { ...ended, supervisor: total }
}

async function openUnusedConnection(origin: string): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => undefined).resume()
  await once(socket, 'connect')
}

async function watchProcess(part: string, pid: number, ended: Stop, startedAt: number): Promise<void> {
  while (isRunning(pid)) await sleep(5)
  ended[part] = Math.round(performance.now() - startedAt)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function findPostgres({ dataFolder }: Instance): Promise<number> {
  const [pid] = (await readFile(join(dataFolder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

async function printClicks(): Promise<void> {
  const stored = await readStoredMarkers(instance, link)
  const lost = acknowledged.filter((marker) => !stored.has(marker)).length
  const doubled = [...stored.values()].filter((count) => count > 1).length
  console.log(`${acknowledged.length} acknowledged visits: ${lost} lost, ${doubled} counted twice`)
  if (lost + doubled > 0) process.exitCode = 1
}
