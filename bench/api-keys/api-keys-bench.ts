// Measures how many requests a second two api processes answer, with an access token and with an API key, whose
// requests the server counts. Also measures how long the two processes accept a revoked key.
import { setTimeout as wait } from 'node:timers/promises'
import { anOwnedLinkOn } from '../../harness/owned-link.ts'
import { runTwoApis } from '../../harness/two-apis.ts'
import { computePercentile, printMachine } from '../measure.ts'

const seconds = 15
const connections = 8
const revocations = 20

await using apis = await runTwoApis({ LOG_LEVEL: 'error' })
const { api, token, params } = await anOwnedLinkOn(apis.instance)
await api.subscriptions.change({ params: { orgId: params.orgId }, body: { planTitle: 'Business', period: 'yearly' } })

const { key } = await api.apiKeys.create({ params, body: { name: 'Bench' } })
printMachine({})
await load(token, 3)
console.table({
  'access token': await load(token, seconds),
  'API key': await load(key, seconds),
  'access token again': await load(token, seconds),
})

const acceptedMs: number[] = []
for (let nth = 0; nth < revocations; nth += 1) acceptedMs.push(await revokeUnderLoad())
console.log(
  `${revocations} keys revoked under load: the last accepted request was sent ${Math.round(computePercentile(acceptedMs, 0.5))} ms after the answer in the middle, ${Math.round(Math.max(...acceptedMs))} ms at most`,
)

function get(origin: string, credentials: string): Promise<Response> {
  const address = `${origin}/v1/${params.orgId}/projects/${params.projectId}/urls`
  return fetch(address, { headers: { authorization: `Bearer ${credentials}` } })
}

async function load(credentials: string, forSeconds: number): Promise<object> {
  const durationsMs: number[] = []
  const until = performance.now() + forSeconds * 1_000
  const run = async (origin: string) => {
    while (performance.now() < until) {
      const startedAt = performance.now()
      const response = await get(origin, credentials)
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`answered ${response.status}`)
      durationsMs.push(performance.now() - startedAt)
    }
  }
  await Promise.all(apis.origins.flatMap((origin) => Array.from({ length: connections }, () => run(origin))))
  return {
    'requests a second': Math.round(durationsMs.length / forSeconds),
    'p50 ms': Number(computePercentile(durationsMs, 0.5).toFixed(1)),
    'p99 ms': Number(computePercentile(durationsMs, 0.99).toFixed(1)),
  }
}

/**
 * Returns how long a revoked key is still accepted: the milliseconds from the response to the revocation until the last
 * accepted request is sent. Returns 0 if no request that was sent after that response is accepted.
 */
async function revokeUnderLoad(): Promise<number> {
  const revoked = await api.apiKeys.create({ params, body: { name: 'Revoked' } })
  let revokedAt = Number.POSITIVE_INFINITY
  let lastMs = 0
  const use = async (origin: string) => {
    for (;;) {
      const sentAt = performance.now()
      const response = await get(origin, revoked.key)
      await response.arrayBuffer()
      if (response.status !== 200) return
      lastMs = Math.max(lastMs, sentAt - revokedAt)
    }
  }
  const users = apis.origins.flatMap((origin) => [use(origin), use(origin)])
  await wait(300)
  await api.apiKeys.revoke({ params: { orgId: params.orgId, keyId: revoked.id } })
  revokedAt = performance.now()
  await Promise.all(users)
  return lastMs
}
