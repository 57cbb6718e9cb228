import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openNameServer } from '../../../apps/server/test/open-name-server.ts'
import type { Instance } from '../../../harness/run-linkshelf.ts'
import { type Account, queryAsOwner, type Scenario } from '../scenario.ts'

const names = await openNameServer()
/** The number of orders that the certificate authority accepts during the attack. */
const orderQuota = 90
let orderCount = 0

/** Sets the DNS records that prove the ownership of a host and point it to the instance. */
function prove(host: string, ownershipText: string): void {
  names.zone[`_linkshelf.${host}`] = { TXT: [ownershipText] }
  names.zone[host] = { A: ['127.0.0.1'] }
}

/** Asks if a certificate is allowed, as a proxy does before it orders the certificate. */
async function isAllowed({ linksUrl }: Instance, host: string): Promise<boolean> {
  const response = await fetch(`${linksUrl}/.tls/ask?domain=${host}`)
  await response.arrayBuffer()
  return response.ok
}

function order(): void {
  if (orderCount === orderQuota) throw new Error('The certificate authority accepts no more orders')
  orderCount += 1
}

/** Adds a domain, orders its certificate, and releases the domain. */
async function useName(instance: Instance, { client, params }: Account, signal: AbortSignal): Promise<void> {
  const host = `go-${randomUUID()}.lamps-${randomUUID()}.example`
  const { domain_id, ownership_record } = await client.domains.create({ params, body: { host } })
  prove(host, ownership_record.value)
  const domain = { params: { orgId: params.orgId, domainId: domain_id } }
  try {
    const until = performance.now() + 10_000
    while (!signal.aborted && performance.now() < until) {
      if (await isAllowed(instance, host)) return order()
      if ((await client.domains.get(domain)).limited_by) return
      await sleep(50)
    }
  } finally {
    await client.domains.release(domain)
  }
}

const insertDomain = `
  with owner as (insert into organizations (id, name) values (gen_random_uuid(), 'Lamps') returning id),
  added as (
    insert into domains (id, organization_id, host, token, status_since, checking_since, next_check_at, created_at)
    select gen_random_uuid(), id, $1, $2, now(), now(), now(), now() from owner returning id, organization_id)
  select enqueue_job('check-domain', json_build_object('organizationId', organization_id, 'domainId', id)) from added`

/** Three accounts repeatedly verify a domain, order its certificate and release the domain. */
export const scenario: Scenario = {
  name: 'names proven and released by 3 accounts | certificate for the first name of an organization',
  environment: { DNS_SERVERS: names.address },
  async attack({ instance, attackers }, signal) {
    orderCount = 0
    const attack = async (account: Account) => {
      while (!signal.aborted) await useName(instance, account, signal).catch(() => sleep(100))
    }
    await Promise.all(attackers.map(attack))
    console.error(`${orderCount} of ${orderQuota} orders`)
    await names[Symbol.asyncDispose]()
  },
  async request({ instance }) {
    const [host, token] = [`go-${randomUUID()}.example`, randomUUID()]
    prove(host, `linkshelf-verification=${token}`)
    await queryAsOwner(instance, insertDomain, [host, token])
    while (!(await isAllowed(instance, host))) await sleep(20)
    order()
  },
}
