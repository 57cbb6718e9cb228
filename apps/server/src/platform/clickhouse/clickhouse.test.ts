import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { testCertificate, testKey } from '../../../test/open-smtp-server.ts'
import { createConnectAgent, openClickHouse } from './clickhouse.ts'

it('gives up a connection that is not made in time', async () => {
  const agent = createConnectAgent('http://node.example', 20)
  // This lookup never answers, like a name server that is down.
  const waiting = request({ host: 'node.example', agent, lookup: () => undefined })
  const [error] = await once(waiting, 'error').catch((thrown) => [thrown])
  expect(error).toMatchObject({ syscall: 'connect', message: 'No connection after 0.02 seconds' })
  agent.destroy()
})

it('sends nothing to an https server with an invalid certificate', async () => {
  const requests: unknown[] = []
  const server = createServer({ key: testKey, cert: testCertificate }, ({ headers }) => requests.push(headers)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clickhouse = openClickHouse(`https://mia:otters@127.0.0.1:${(server.address() as AddressInfo).port}/shelf`)

  await expect(clickhouse.query({ query: 'select 1' })).rejects.toThrow(/certificate/)

  expect(requests).toEqual([])
  await clickhouse.close()
  server.close()
})
