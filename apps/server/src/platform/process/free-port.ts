import { once } from 'node:events'
import { createServer } from 'node:net'
import { threadId } from 'node:worker_threads'

// The ports are below those that Linux, macOS and Windows give to outgoing connections (from 32768 on, by default): a
// port of those could be taken between the moment it was found free and the moment a server listens on it.
const firstPort = 12_000
const portCount = 20_000
// Processes that look for ports at the same time begin apart from each other, and each continues where it stopped.
let next = ((process.pid + threadId) * 61) % portCount

/**
 * A loopback port that is free at the moment, and that this thread was not given in its last 19,999 calls.
 * Throws if no port is free.
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
