import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { measureMs } from '../measure.ts'

/**
 * Measures how long each visit of an uncached link takes, in milliseconds. The visits are sent one after the other over
 * one connection.
 */
export async function measureColdVisits(port: number, from: number, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const tookMs: number[] = []
  for (let nth = from; nth < from + count; nth += 1) {
    tookMs.push(await measureMs(() => follow(`http://127.0.0.1:${port}/r${String(nth).padStart(6, '0')}`, agent)))
  }
  agent.destroy()
  return tookMs
}

async function follow(address: string, agent: Agent): Promise<void> {
  const [response] = (await once(get(address, { agent }), 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 302) throw new Error(`${address} answered ${response.statusCode}`)
}
