import { Agent, request } from 'node:http'

/** Sends one request to the edge at a time in the past (milliseconds since 1970), and returns the status. */
export type EdgeVisit = (at: number, path: string, headers: Record<string, string>) => Promise<number>

export interface EdgeVisits extends Disposable {
  visit: EdgeVisit
}

/**
 * Opens a client that sends visits to the edge on `port`. Before each request, it calls `setTime`, which sets the clock
 * of the edge.
 */
export function openEdgeVisits(port: number, setTime: (at: number) => void): EdgeVisits {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    visit(at, path, headers) {
      setTime(at)
      return new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port, agent, path, headers }, (response) => {
          response.resume()
          response.once('end', () => resolve(response.statusCode ?? 0))
        })
          .once('error', reject)
          .end()
      })
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}
