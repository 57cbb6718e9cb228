import { once } from 'node:events'
import { createServer } from 'node:net'
import { threadId } from 'node:worker_threads'

// The ports are below the ports that Linux, macOS and Windows use for outgoing connections (by default, from 32768 on).
// A port from that range could be taken after it was found free and before a server listens on it.
const firstPort = 12_000
const portCount = 20_000
// Processes that look for ports at the same time begin at different ports. Each process continues where it stopped.
let next = ((process.pid + threadId) * 61) % portCount

/**
 * Returns a loopback port that is free now and that this thread did not get in its last 19,999 calls. Throws if no port
 * is free.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < portCount; tries += 1) {
    const port = firstPort + next
    next = (next + 1) % portCount
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${firstPort} to ${firstPort + portCount - 1} is free.`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
