import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { recordLog } from '../../test/record-log.ts'
import { aRunningApi } from '../../test/running-api.ts'

/** Sends the head and the beginning of a body. Then it closes the connection or waits for the response. */
async function exchange(url: string, text: string, { closes }: { closes: boolean }): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk
  })
  socket.on('error', () => undefined)
  socket.write(text)
  if (closes) socket.end()
  await once(socket, 'close')
  return received
}

it('answers a broken chunked body with 400, and logs no error', async () => {
  const { log, lines } = recordLog()
  const printed = vi.spyOn(console, 'error')
  onTestFinished(() => printed.mockRestore())
  await using api = await aRunningApi({}, { log })
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n`
  const heads = [head('/auth/signin', 'application/x-www-form-urlencoded'), head('/v1/organizations', 'application/json')]
  for (const each of heads) {
    expect(await exchange(api.url, `${each}zz\r\n`, { closes: false })).toMatch(/^HTTP\/1.1 400 /)
    await exchange(api.url, each, { closes: true })
  }
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  expect(printed).not.toHaveBeenCalled()
})

it('rejects a postback form of more than 16 KB', async () => {
  await using api = await aRunningApi()
  const send = (body: string) =>
    fetch(new URL('/v1/public/postbacks/unknown', api.url), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }).then(({ status }) => status)
  expect(await send('&'.repeat(16_384))).not.toBe(413)
  expect(await send('&'.repeat(16_385))).toBe(413)
})
