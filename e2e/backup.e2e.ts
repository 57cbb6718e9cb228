import { randomUUID } from 'node:crypto'
import { cp, mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fetchAccessToken } from '../apps/server/src/demo/account.ts'
import { createApiClient } from '../apps/server/src/demo/api-client.ts'
import { followMany } from '../harness/click-load.ts'
import { aNewAccount, anOwnedLinkOn, countTotalClicks, type OwnedLink } from '../harness/owned-link.ts'
import { openFreshSettings, runLinkshelf, runUntilExit } from '../harness/run-linkshelf.ts'

it('restores a running instance elsewhere, from one command each, and sends nothing until it is resumed', async () => {
  await using copies = await mkdtempDisposable(join(tmpdir(), 'linkshelf-copies-'))
  await using elsewhere = await openFreshSettings()
  const account = aNewAccount()
  await using original = await runLinkshelf()
  const owned = await anOwnedLinkOn(original, account)
  await followMany({ url: owned.url, acknowledged: 20, connections: 4 })
  await untilCounted(owned, 20)

  const backup = await runUntilExit(original.environment, 'backup', copies.path)
  expect(backup).toEqual({ code: 0, output: expect.stringContaining('ClickHouse: 20 clicks and 0 page views, with their rollups\n') })
  await followMany({ url: owned.url, acknowledged: 3, connections: 1 })
  await untilCounted(owned, 23)
  const journals = join(copies.path, 'journal')
  await cp(join(original.dataFolder, 'journal'), journals, { recursive: true })

  const [folder] = (await readdir(copies.path)).filter((name) => name.startsWith('linkshelf-'))
  const restored = await runUntilExit(elsewhere.environment, 'restore', join(copies.path, folder ?? ''), '--journals', journals)
  expect(restored).toEqual({ code: 0, output: expect.stringContaining('All counts and checksums equal those of the back-up.\n') })
  await using copy = await runLinkshelf(elsewhere.environment)
  const api = createApiClient(copy.appUrl, await fetchAccessToken(copy.appUrl, account))
  const ofCopy = { ...owned, api, url: owned.url.replace(original.linksUrl, copy.linksUrl) }
  await untilCounted(ofCopy, 23)
  await followMany({ url: ofCopy.url, acknowledged: 2, connections: 1 })
  await untilCounted(ofCopy, 25)

  await api.members.invite({ params: owned.params, body: { email: `${randomUUID()}@people.test`, role: 'member' } })
  expect(await listOutbox(copy.dataFolder)).toEqual([])
  expect(await runUntilExit(copy.environment, 'resume')).toMatchObject({ code: 0 })
  while ((await listOutbox(copy.dataFolder)).length === 0) await sleep(100)
  expect(await runUntilExit(copy.environment, 'resume')).toEqual({ code: 1, output: 'This instance is not paused. Nothing was changed.\n' })
})

async function untilCounted(link: OwnedLink, clicks: number): Promise<void> {
  while ((await countTotalClicks(link)) !== clicks) await sleep(100)
}

function listOutbox(dataFolder: string): Promise<string[]> {
  return readdir(join(dataFolder, 'outbox')).catch(() => [])
}
