import http from 'node:http'
import https from 'node:https'

/** The client opens as many without an agent of its own. */
const maxSockets = 10

/**
 * An agent for one server. A connection that is not made in time fails as one that is refused does, not after the whole
 * time of a request.
 */
export function createConnectAgent(url: string, connectTimeoutMs = 3_000): http.Agent {
  const agent = new (url.startsWith('https:') ? https.Agent : http.Agent)({ keepAlive: true, maxSockets })
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback)
    const timer = setTimeout(() => socket?.destroy(new ConnectTimeoutError(connectTimeoutMs)), connectTimeoutMs)
    for (const event of ['connect', 'close']) socket?.once(event, () => clearTimeout(timer))
    return socket
  }
  return agent
}

class ConnectTimeoutError extends Error {
  readonly syscall = 'connect'

  constructor(ms: number) {
    super(`No connection after ${ms / 1000} seconds`)
  }
}
