import { once } from 'node:events'
import { request } from 'node:http'
import { expect, it } from 'vitest'
import { createConnectAgent } from './clickhouse.ts'

it('gives up a connection that is not made in time', async () => {
  const agent = createConnectAgent('http://node.example', 20)
  // This lookup never answers, like a name server that is down.
  const waiting = request({ host: 'node.example', agent, lookup: () => undefined })
  const [error] = await once(waiting, 'error').catch((thrown) => [thrown])
  expect(error).toMatchObject({ syscall: 'connect', message: 'No connection after 0.02 seconds' })
  agent.destroy()
})
