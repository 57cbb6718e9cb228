// Requests short links at a constant rate. Each request has its own mark in utm_campaign. open-load-generator.ts runs
// this file as a process.
import { writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { followLink } from '../harness/click-load.ts'
import type { LoadCommand, LoadOptions, LoadProgress } from './open-load-generator.ts'

const { urls, perSecond, connections, file } = JSON.parse(process.argv[2] ?? '') as LoadOptions
const agent = new Agent({ keepAlive: true, maxSockets: connections })
/**
 * The time in milliseconds between requests while nothing is redirected. Then only one request is pending at a time.
 */
const probeMs = 20
const tickMs = 5
/**
 * Every 50th request closes its connection. Edges share a port, and the system chooses the edge of each new connection.
 * Connections that stay open would all be connected to the surviving edge once the other edge was killed.
 */
const requestsUntilClose = 50

const skipped = new Set<number>()
let acknowledged = new Uint8Array(1_000_000)
const progress: LoadProgress = { next: 0, acknowledged: 0, broken: 0, others: {}, answeredMs: 0 }
let pendingCount = 0
let isRedirecting = true
let probeAt = 0
let dueCount = 0
let tickedAt = performance.now()

const ticking = setInterval(() => {
  const now = performance.now()
  // After an outage, at most the requests of a quarter of a second are sent at once.
  dueCount = Math.min(dueCount + ((now - tickedAt) * perSecond) / 1_000, perSecond / 4)
  if (isRedirecting) progress.answeredMs += now - tickedAt
  tickedAt = now
  if (!isRedirecting && pendingCount === 0 && now >= probeAt) void requestOnce()
  for (; isRedirecting && dueCount >= 1 && pendingCount < connections; dueCount -= 1) void requestOnce()
}, tickMs)

async function requestOnce(): Promise<void> {
  while (skipped.has(progress.next % urls.length)) progress.next += 1
  const mark = progress.next
  progress.next += 1
  pendingCount += 1
  const headers: Record<string, string> = mark % requestsUntilClose === 0 ? { connection: 'close' } : {}
  const status = await followLink(`${urls[mark % urls.length]}?utm_campaign=m${mark}`, agent, headers)
  pendingCount -= 1
  isRedirecting = status === 302
  if (status === 302) acknowledge(mark)
  else if (typeof status === 'number') progress.others[status] = (progress.others[status] ?? 0) + 1
  else progress.broken += 1
  probeAt = performance.now() + probeMs
}

function acknowledge(mark: number): void {
  if (mark >= acknowledged.length) {
    const longer = new Uint8Array(acknowledged.length * 2)
    longer.set(acknowledged)
    acknowledged = longer
  }
  acknowledged[mark] = 1
  progress.acknowledged += 1
}

process.on('message', async (command: LoadCommand) => {
  if (typeof command === 'object') {
    if ('skip' in command) skipped.add(command.skip)
    else skipped.delete(command.resume)
  }
  if (command === 'stop') {
    clearInterval(ticking)
    while (pendingCount > 0) await sleep(tickMs)
    agent.destroy()
    writeFileSync(file, acknowledged.subarray(0, progress.next))
  }
  process.send?.(progress, undefined, undefined, () => command === 'stop' && process.disconnect?.())
})
process.on('disconnect', () => process.exit())
