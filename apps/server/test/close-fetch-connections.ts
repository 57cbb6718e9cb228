import type { Edge } from '../src/edge/open-edge.ts'

/** Where Node publishes the agent of its own `fetch`. */
const agentOfFetch = Symbol.for('undici.globalDispatcher.2')

interface Agent {
  constructor: new () => Agent
  close(): Promise<void>
}

/**
 * Closes the connections that `fetch` keeps for its next requests. A server that is closed before them waits for these
 * requests, a quarter of a second each time.
 */
export function closeFetchConnections(): void {
  const holder = globalThis as { [agentOfFetch]?: Agent }
  const agent = holder[agentOfFetch]
  if (agent === undefined) return
  holder[agentOfFetch] = new agent.constructor()
  void agent.close()
}

export async function closeEdge(edge: Edge | undefined): Promise<void> {
  closeFetchConnections()
  await edge?.close()
}
