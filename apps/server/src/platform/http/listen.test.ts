import { once } from 'node:events'
import { Agent, createServer, type RequestListener, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { pauseProcess } from '../../../test/pause-process.ts'
import { assertPortFree, closeServer, listen, toLocalUrl } from './listen.ts'

async function aServer(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener)
  return { server, port: await listen(server, '127.0.0.1', 0, 'PORT') }
}

/** Resolves with the Connection header of the response when the response is complete. */
function send(port: number, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.headers.connection))
    })
    sent.once('error', reject)
    sent.end()
  })
}

/**
 * Sends requests over kept-alive connections without a pause. Each connection sends until a response has `Connection:
 * close`.
 */
async function sendUntilClosed(port: number, connections: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while ((await send(port, agent)) !== 'close');
    }),
  )
  agent.destroy()
}

it('sends Connection: close to busy clients, and cuts off no client', async () => {
  let responses = 0
  const { server, port } = await aServer((_request, response) => {
    responses += 1
    setTimeout(() => response.end('done'), 5)
  })
  const sending = sendUntilClosed(port, 20)
  while (responses < 100) await sleep(5)

  await closeServer(server)

  await sending
  expect(server.listening).toBe(false)
})

it('waits for a pending response', async () => {
  const { server, port } = await aServer((_request, response) => void setTimeout(() => response.end('done'), 700))
  const response = send(port, new Agent({ keepAlive: true }))
  await once(server, 'request')

  await closeServer(server)

  expect(await response).toBeDefined()
})

it.each([
  ['sends its request a byte at a time', 'GET / HTTP/1.1\r\nHost: '],
  ['connects and sends nothing', ''],
])('cuts off a client that %s', async (_what, bytes) => {
  const { server, port } = await aServer((_request, response) => void response.end())
  const client = connect(port, '127.0.0.1')
  const ended = once(client, 'close')
  client.resume().write(bytes)
  await once(server, 'connection')

  await closeServer(server, 200)

  await ended
})

it('closes connections that never sent a request long before it cuts off other connections', async () => {
  const { server, port } = await aServer((_request, response) => void response.end())
  const clients = [connect(port, '127.0.0.1').resume(), connect(port, '127.0.0.1').resume()]
  const ended = Promise.all(clients.map((client) => once(client, 'close')))
  for (let accepted = 0; accepted < clients.length; accepted += 1) await once(server, 'connection')

  await closeServer(server, 600_000)

  await ended
})

it('cuts off a response that never ends', async () => {
  const { server, port } = await aServer((_request, response) => void response.write('part'))
  const response = send(port, new Agent())
  response.catch(() => undefined)
  await once(server, 'request')

  await closeServer(server, 200)

  expect(server.listening).toBe(false)
})

it('lets servers share a port, and reports that the port is taken', async () => {
  const [one, other] = [createServer(), createServer()]
  const port = await listen(one, '127.0.0.1', 0, 'PORT', true)
  expect(await listen(other, '127.0.0.1', port, 'PORT', true)).toBe(port)

  await closeServer(one)
  await expect(assertPortFree('127.0.0.1', port, 'PORT')).rejects.toThrow(`Port ${port} is taken`)
  await closeServer(other)
  await assertPortFree('127.0.0.1', port, 'PORT')
})

it('answers the last request of a client even after a long pause of the process', async () => {
  const { server, port } = await aServer((_request, response) => response.end('done'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await send(port, agent)).toBe('keep-alive')

  const closed = closeServer(server)
  pauseProcess(600)
  await sleep(20)

  expect(await send(port, agent)).toBe('close')
  await closed
  agent.destroy()
})

it('waits for more requests of open connections, and does not wait if there is no connection', async () => {
  const [connected, empty] = [await aServer((_request, response) => response.end('done')), await aServer(() => undefined)]
  const agent = new Agent({ keepAlive: true })
  await send(connected.port, agent)

  const closed: string[] = []
  await Promise.all([
    closeServer(connected.server).then(() => closed.push('with a connection')),
    closeServer(empty.server).then(() => closed.push('without')),
  ])

  expect(closed).toEqual(['without', 'with a connection'])
  agent.destroy()
})

it.each([
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['fd00::5', 'http://[fd00::5]:3000'],
  ['10.0.0.5', 'http://10.0.0.5:3000'],
])('reaches a server that listens on %s at %s', (host, url) => {
  expect(toLocalUrl(host, 3000)).toBe(url)
})
