import type { Edge } from '../src/edge/open-edge.ts'

/** The global symbol under which Node publishes the agent of its own `fetch`. */
const agentOfFetch = Symbol.for('undici.globalDispatcher.2')

interface Agent {
  constructor: new () => Agent
  close(): Promise<void>
}

/**
 * Closes the connections that `fetch` keeps open for later requests. Otherwise, closing a server waits a quarter of a
 * second for requests on these connections.
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
