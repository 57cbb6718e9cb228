import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrganizationId, UserId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { readConfig } from '../config.ts'
import { systemIds } from '../platform/ids.ts'
import { silentLog } from '../platform/process/log.ts'
import { callGoogle } from '../youtube-channels/google/google.ts'
import { openDeps, openServices } from './open-deps.ts'

/** Accepts connections and DNS queries on one port, counts them, and ends them without a useful answer. */
async function openCountingServer() {
  let count = 0
  const tcp = createServer((socket) => {
    count += 1
    socket.destroy()
  })
  const udp = createSocket('udp4', (query, sender) => {
    count += 1
    query.writeUInt16BE(0x8183, 2) // the flags of an answer: the name does not exist
    udp.send(query, sender.port, sender.address)
  })
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as { port: number }
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  return {
    address: `127.0.0.1:${port}`,
    takeCount() {
      const taken = count
      count = 0
      return taken
    },
    [Symbol.dispose]() {
      tcp.close()
      udp.close()
    },
  }
}

it('connects to no other system while the instance is paused, and to each after it was resumed', async () => {
  await using databases = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-paused-'))
  using server = await openCountingServer()
  const url = `http://${server.address}`
  const config = readConfig({
    ...{ LINKSHELF_DATA: folder.path, DATABASE_URL: databases.databaseUrl, DATABASE_API_URL: databases.accounts.api },
    ...{ CLICKHOUSE_URL: databases.clickhouseUrl, CLICKHOUSE_READER_URL: databases.clickhouseUrl },
    ...{ SMTP_URL: `smtp://${server.address}`, DNS_SERVERS: server.address, ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' },
    ...{ BILLING: 'stripe', STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: 'whsec_test', STRIPE_API_URL: url },
    ...{ YOUTUBE_API_KEY: 'key', GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_API_URL: url },
  })
  const deps = openDeps(config, 'api', silentLog)
  const { billing, google } = await openServices(config, deps.db)
  if (billing.provider !== 'stripe') throw new Error('Stripe is configured')
  const user = { userId: systemIds.next<UserId>(), organizationId: systemIds.next<OrganizationId>(), isConfirmed: true }
  const paths: Record<string, () => Promise<unknown> | undefined> = {
    'page of a link': () => deps.fetchPage(url),
    'destination of a link': () => deps.fetchDestination(url),
    picture: () => deps.fetchImage(url),
    'icon of a site': () => deps.fetchIcon(url),
    font: () => deps.fetchFont(url),
    email: () => deps.mail.send({ kind: 'passwordReset', to: 'mia@people.test', subject: 'Hello', text: 'Hello', html: 'Hello' }),
    'TXT record': () => deps.dns.texts('lamps.example'),
    'CNAME record': () => deps.dns.canonicalNames('lamps.example'),
    'A record': () => deps.dns.ipv4Addresses('lamps.example'),
    'AAAA record': () => deps.dns.ipv6Addresses('lamps.example'),
    'customer at Stripe': () => billing.stripe.customers.retrieve('cus_1', undefined, { maxNetworkRetries: 0 }),
    'YouTube channel': () =>
      callGoogle({ ...deps, google }, { user, units: 1 }, async () => google.reader?.channels.list({ part: ['id'], id: ['a'] })),
    'consent of Google': () => google.consent?.redeem('code', 'verifier', `${url}/return`),
    'revoked consent': () => google.consent?.revoke('token'),
  }
  const countConnections = async () => {
    const counts: Record<string, boolean> = {}
    for (const [path, connect] of Object.entries(paths)) {
      await connect()?.catch(() => undefined)
      counts[path] = server.takeCount() !== 0
    }
    return counts
  }

  await queryAsOwner(databases, 'insert into restored_backups (taken_at) values (now())')
  expect(await countConnections()).toEqual(Object.fromEntries(Object.keys(paths).map((path) => [path, false])))
  await queryAsOwner(databases, 'update restored_backups set resumed_at = now()')
  expect(await countConnections()).toEqual(Object.fromEntries(Object.keys(paths).map((path) => [path, true])))
  await deps.close()
})
