import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { anOwnedLinkOn } from '../harness/owned-link.ts'
import { getSharedLinkshelf } from '../harness/shared-linkshelf.ts'
import { runSecondApi } from '../harness/two-apis.ts'

it('rejects a revoked key in every api process within a second of the response to the revocation, under load', async () => {
  const instance = await getSharedLinkshelf()
  await using second = await runSecondApi(instance)
  const { api, params } = await anOwnedLinkOn(instance)
  await api.subscriptions.change({ params: { orgId: params.orgId }, body: { planTitle: 'Business', period: 'yearly' } }) // this plan's quota covers the requests of the load
  const { id, key } = await api.apiKeys.create({ params, body: { name: 'Nightly import' } })
  let revokedAt = Number.POSITIVE_INFINITY
  const accepted = { count: 0, lastSentMs: Number.NEGATIVE_INFINITY }

  /** Sends requests without a pause until the key is rejected. */
  async function useKey(origin: string): Promise<void> {
    for (;;) {
      const sentAt = performance.now()
      const response = await fetch(`${origin}/v1/${params.orgId}/projects/${params.projectId}/urls`, {
        headers: { authorization: `Bearer ${key}` },
      })
      await response.body?.cancel()
      if (response.status !== 200) {
        expect(response.status).toBe(401)
        return
      }
      accepted.count += 1
      accepted.lastSentMs = Math.max(accepted.lastSentMs, sentAt - revokedAt)
    }
  }
  const users = [instance.appUrl, second.origin].flatMap((origin) => [useKey(origin), useKey(origin), useKey(origin), useKey(origin)])
  while (accepted.count < 100) await sleep(5)

  await api.apiKeys.revoke({ params: { orgId: params.orgId, keyId: id } })
  revokedAt = performance.now()
  await Promise.all(users)

  expect(accepted.lastSentMs).toBeLessThan(1_000)
})
