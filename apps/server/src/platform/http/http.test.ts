import { once } from 'node:events'
import { Agent, createServer, type RequestListener, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { closeServer, listen } from './http.ts'

async function aServer(answer: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(answer)
  return { server, port: await listen(server, '127.0.0.1', 0, 'PORT') }
}

/** What the answer says of its connection, once the answer is complete. */
function ask(port: number, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request({ port, agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.headers.connection))
    })
    asking.once('error', reject)
    asking.end()
  })
}

/** Asks again and again over kept-alive connections, each as soon as it has its answer, until somebody is told that it was the last. */
async function askUntilTold(port: number, connections: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while ((await ask(port, agent)) !== 'close');
    }),
  )
  agent.destroy()
}

it('tells everyone who keeps asking that the connection ends, and breaks off nobody', async () => {
  let answers = 0
  const { server, port } = await aServer((_request, response) => {
    answers += 1
    setTimeout(() => response.end('here you are'), 5)
  })
  const asking = askUntilTold(port, 20)
  while (answers < 100) await sleep(5)

  await closeServer(server)

  await asking
  expect(server.listening).toBe(false)
})

it('waits for an answer that is under way', async () => {
  const { server, port } = await aServer((_request, response) => void setTimeout(() => response.end('at last'), 700))
  const answer = ask(port, new Agent({ keepAlive: true }))
  await once(server, 'request')

  await closeServer(server)

  expect(await answer).toBeDefined()
})

it.each([
  ['sends its request a byte at a time', 'GET / HTTP/1.1\r\nHost: '],
  ['connects and says nothing', ''],
])('cuts off a client that %s', async (_what, said) => {
  const { server, port } = await aServer((_request, response) => void response.end())
  const client = connect(port, '127.0.0.1')
  const ended = once(client, 'close')
  client.resume().write(said)
  await once(server, 'connection')

  await closeServer(server, 200)

  await ended
})

it('cuts off a client whose answer never comes to its end', async () => {
  const { server, port } = await aServer((_request, response) => void response.write('to be continued'))
  const answer = ask(port, new Agent())
  answer.catch(() => undefined)
  await once(server, 'request')

  await closeServer(server, 200)

  expect(server.listening).toBe(false)
})
