// A visitor who follows one link without a pause, each time with a mark of its own; run as a process by open-press.ts.
import { writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { follow } from '../e2e/click-load.ts'
import type { Asked, PressOrder, Told } from './open-load-generator.ts'

const { url, perSecond, connections, file } = JSON.parse(process.argv[2] ?? '') as PressOrder
const agent = new Agent({ keepAlive: true, maxSockets: connections })
/** While the door is closed, one visitor knocks this often. */
const knockMs = 20
const tickMs = 5

let acknowledged = new Uint8Array(1_000_000)
const told: Told = { next: 0, acknowledged: 0, broken: 0, others: {}, answeredMs: 0 }
let underWay = 0
let isAnswered = true
let knockAt = 0
let due = 0
let tickedAt = performance.now()

const ticking = setInterval(() => {
  const now = performance.now()
  // What an outage kept from being asked is not asked all at once after it.
  due = Math.min(due + ((now - tickedAt) * perSecond) / 1_000, perSecond / 4)
  if (isAnswered) told.answeredMs += now - tickedAt
  tickedAt = now
  if (!isAnswered && underWay === 0 && now >= knockAt) void press()
  for (; isAnswered && due >= 1 && underWay < connections; due -= 1) void press()
}, tickMs)

async function press(): Promise<void> {
  const mark = told.next
  told.next += 1
  underWay += 1
  const status = await follow(`${url}?utm_campaign=m${mark}`, agent)
  underWay -= 1
  isAnswered = status === 302
  if (status === 302) acknowledge(mark)
  else if (typeof status === 'number') told.others[status] = (told.others[status] ?? 0) + 1
  else told.broken += 1
  knockAt = performance.now() + knockMs
}

function acknowledge(mark: number): void {
  if (mark >= acknowledged.length) {
    const longer = new Uint8Array(acknowledged.length * 2)
    longer.set(acknowledged)
    acknowledged = longer
  }
  acknowledged[mark] = 1
  told.acknowledged += 1
}

process.on('message', async (asked: Asked) => {
  if (asked === 'stop') {
    clearInterval(ticking)
    while (underWay > 0) await sleep(tickMs)
    agent.destroy()
    writeFileSync(file, acknowledged.subarray(0, told.next))
  }
  process.send?.(told, undefined, undefined, () => asked === 'stop' && process.disconnect?.())
})
process.on('disconnect', () => process.exit())
