import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { closeServer, listen } from '../platform/http/http.ts'
import { redirectHeaders } from './known-link.ts'
import { makeRedirect } from './send-on.ts'

const to = 'https://shop.example/lamp?tag=mia-20'
const redirect = makeRedirect(redirectHeaders('https://go.example'), 65_000)
const server = createServer({ keepAliveTimeout: 65_000 }, (_asked, response) => redirect.send(response, to))

afterEach(() => closeServer(server))

it("writes byte for byte what Node's own server sends", async () => {
  const client = connect(await listen(server, '127.0.0.1', 0, 'PORT'), '127.0.0.1')
  client.write('GET /lamp HTTP/1.1\r\nHost: x\r\n\r\n')
  const [sent] = await once(client, 'data')
  client.destroy()

  const at = Date.parse(/Date: (.*)\r\n/.exec(String(sent))?.[1] ?? '')
  expect(redirect.write(to, at + 999)).toBe(String(sent))
  expect(redirect.write(to, at + 1_000)).not.toBe(String(sent))
})

it('takes no header that could end another', () => {
  expect(() => makeRedirect(['X-Robots-Tag', 'noindex\r\nX-Evil: 1'], 65_000)).toThrow()
  expect(() => makeRedirect(['X-Robots-Tag: all\r\nX-Evil', 'noindex'], 65_000)).toThrow()
})
