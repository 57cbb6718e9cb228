import { randomUUID } from 'node:crypto'
import { cp, mkdtempDisposable, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fetchAccessToken } from '../apps/server/src/demo/account.ts'
import { createApiClient } from '../apps/server/src/demo/api-client.ts'
import { followMany } from '../harness/click-load.ts'
import { aNewAccount, anOwnedLinkOn, countTotalClicks, type OwnedLink } from '../harness/owned-link.ts'
import { type Instance, openFreshSettings, runLinkshelf, runUntilExit } from '../harness/run-linkshelf.ts'
import { getSharedLinkshelf } from '../harness/shared-linkshelf.ts'

it('restores a running instance elsewhere, from one command each, and sends nothing until it is resumed', async () => {
  await using copies = await mkdtempDisposable(join(tmpdir(), 'linkshelf-copies-'))
  await using elsewhere = await openFreshSettings()
  const account = aNewAccount()
  const passphrase = { BACKUP_PASSPHRASE: 'a passphrase of a test run' }
  await using original = await runLinkshelf()
  const owned = await anOwnedLinkOn(original, account)
  await followMany({ url: owned.url, acknowledged: 20, connections: 4 })
  await untilCounted(owned, 20)

  const rejected = await runUntilExit(original.environment, 'backup', copies.path, '--secrets')
  expect(rejected).toEqual({ code: 1, output: 'Set BACKUP_PASSPHRASE to the passphrase that encrypts the secrets. Nothing was copied.\n' })
  const backup = await runUntilExit({ ...original.environment, ...passphrase }, 'backup', copies.path, '--secrets')
  expect(backup).toEqual({ code: 0, output: expect.stringContaining('ClickHouse: 20 clicks and 0 page views, with their rollups\n') })
  expect(backup.output).toContain(
    'Secrets: 3 signing keys, 0 keys of authenticator apps, 0 connections to YouTube, encrypted with BACKUP_PASSPHRASE\n',
  )
  await followMany({ url: owned.url, acknowledged: 3, connections: 1 })
  await untilCounted(owned, 23)
  const journals = join(copies.path, 'journal')
  await cp(join(original.dataFolder, 'journal'), journals, { recursive: true })

  const [folder] = (await readdir(copies.path)).filter((name) => name.startsWith('linkshelf-'))
  const restored = await runUntilExit(
    { ...elsewhere.environment, ...passphrase },
    'restore',
    join(copies.path, folder ?? ''),
    '--journals',
    journals,
  )
  expect(restored).toEqual({ code: 0, output: expect.stringContaining('All counts and checksums equal those of the back-up.\n') })
  expect(restored.output).toContain('Users sign in again, because no back-up contains sessions.\n')
  await using copy = await runLinkshelf(elsewhere.environment)
  expect(await readSigningKeys(copy)).toEqual(await readSigningKeys(original))
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

/** Files of a data folder that only their user can read, and why a back-up with secrets does not copy them. */
const secretFiles = {
  'database-secret': 'each instance creates its own accounts',
  'google-secret': 'encrypts rows, which a restore encrypts again',
  'identity-secret': 'encrypts rows, which a restore encrypts again',
  'known-links': 'a cache',
  'running.json': 'written by each start',
  'served-domains': 'a cache',
}

it('stores secrets only in files for which a reason is listed why no back-up copies them', async () => {
  const { dataFolder } = await getSharedLinkshelf()
  const entries = await readdir(dataFolder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const modes = await Promise.all(
    files.map((name) =>
      stat(join(dataFolder, name)).then(
        ({ mode }) => mode,
        () => 0o777,
      ),
    ),
  )
  const isSecret = (name: string, index: number) =>
    ((modes[index] ?? 0o777) & 0o077) === 0 || /secret|key|token|password|cert|[.]pem/.test(name)
  const found = files.filter(isSecret)
  expect(found).toEqual(expect.arrayContaining(['database-secret', 'google-secret', 'identity-secret']))
  // A file that is being written has a suffix, and is missing after it was renamed.
  const isDecided = (name: string) => Object.keys(secretFiles).some((decided) => name.startsWith(decided))
  expect(found.filter((name) => !isDecided(name))).toEqual([])
})

async function readSigningKeys({ appUrl }: Pick<Instance, 'appUrl'>): Promise<unknown> {
  return (await fetch(`${appUrl}/oidc/jwks`)).json()
}

async function untilCounted(link: OwnedLink, clicks: number): Promise<void> {
  while ((await countTotalClicks(link)) !== clicks) await sleep(100)
}

function listOutbox(dataFolder: string): Promise<string[]> {
  return readdir(join(dataFolder, 'outbox')).catch(() => [])
}
