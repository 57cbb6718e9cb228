import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testCertificate, testKey } from '../../../test/open-smtp-server.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { openPostgres } from './postgres.ts'

it('rejects the next query of a transaction whose connection was lost between two queries, and serves later queries', async () => {
  await using deps = await openTestDeps()

  const broken = deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(deps.db)
    await sleep(200)
    await sql`select 1`.execute(tx)
  })

  await expect(broken).rejects.toThrow()
  expect((await sql<{ one: number }>`select 1 as one`.execute(deps.db)).rows).toEqual([{ one: 1 }])
})

it.each([
  ['offers no TLS', 'N', /does not support SSL/],
  ['has an invalid certificate', 'S', /certificate/],
])('sends neither name nor password to a server that %s if the URL has sslmode=verify-full', async (_what, answer, message) => {
  const received: string[] = []
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', (request) => {
        received.push(request.toString('latin1'))
        socket.write(answer)
        const next = answer === 'S' ? new TLSSocket(socket, { isServer: true, key: testKey, cert: testCertificate }) : socket
        next.on('error', () => undefined).on('data', (bytes: Buffer) => received.push(bytes.toString('latin1')))
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const db = openPostgres(`postgres://mia:otters@127.0.0.1:${(server.address() as AddressInfo).port}/shelf?sslmode=verify-full`)

  await expect(sql`select 1`.execute(db)).rejects.toThrow(message)

  expect(received.length).toBeGreaterThan(0)
  expect(received.join()).not.toMatch(/mia|otters/)
  await db.destroy()
  server.close()
})
