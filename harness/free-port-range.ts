import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'

/** Returns the first of `count` consecutive free ports. */
export async function findFreePortRange(count: number): Promise<number> {
  const ports = [await findFreePort()]
  while (ports.length < count) {
    const port = await findFreePort()
    if (port !== Number(ports.at(-1)) + 1) ports.length = 0
    ports.push(port)
  }
  return Number(ports[0])
}
