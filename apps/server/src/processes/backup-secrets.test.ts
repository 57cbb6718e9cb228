import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { openYoutubeProject, type YoutubeProject } from '../../test/builders/open-youtube-project.ts'
import { createEmptyStores, type EmptyStores } from '../../test/databases/create-empty-stores.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { testSecret } from '../../test/google/open-google-server.ts'
import { createBackup, openBackup, openBackupTarget, restoreBackup, type SecretTable } from '../backups/index.ts'
import { omittedTables } from '../backups/omitted-tables.ts'
import { openClickStore } from '../clicks/index.ts'
import { type Config, readConfig } from '../config.ts'
import { clickhouseFolder, postgresFolder } from '../databases/newer-databases.ts'
import { createKeyCipher, encryptTotpKey, rotateIdentityKeys } from '../identity/index.ts'
import { openSecretTables } from './backup-secrets.ts'
import { readIdentitySecrets } from './stored-secrets.ts'

const passphrase = 'a passphrase of a test run'

interface OriginalInstance extends AsyncDisposable {
  project: YoutubeProject
  config: Config
  folder: string
}

/** Opens an instance with present and retired signing keys and a connected channel. Its secrets are settings. */
async function openOriginal(): Promise<OriginalInstance> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'linkshelf-secrets-'))).path
  const project = resources.use(await openYoutubeProject({ clicks: true }))
  const config = readConfig({
    LINKSHELF_DATA: join(folder, 'original'),
    IDENTITY_SECRET: 'the identity secret of the original instance',
    GOOGLE_TOKEN_SECRET: testSecret.toString(),
  })
  await rotateIdentityKeys({ ...project.deps, keyCipher: createKeyCipher(await readIdentitySecrets(config)) })
  const { userId } = project.ctx.actor
  const totp = encryptTotpKey(createKeyCipher(await readIdentitySecrets(config)), userId, 'GEZDGNBVGY3TQOJQ')
  await project.deps.db
    .insertInto('user_totp')
    .values({ user_id: userId, ...totp, confirmed_at: project.deps.clock.now(), last_used_step: 1 })
    .execute()
  const channel = project.server.account.addChannel()
  await project.connected(channel, await project.scanned(channel))
  const opened = resources.move()
  return { project, config, folder, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function backUp({ project, folder }: OriginalInstance, tables: readonly SecretTable[]) {
  const { databaseUrl, clickhouseUrl, clock } = project.deps
  await using store = await openClickStore(clickhouseUrl)
  const target = openBackupTarget(join(folder, 'copies'))
  return await createBackup({ databaseUrl, clickhouseUrl, store, target, clock, secrets: { tables, passphrase } })
}

function restore(location: string, { databaseUrl, clickhouseUrl }: EmptyStores, config: Config, given: string | undefined) {
  return restoreBackup({
    ...{ backup: openBackup(location), databaseUrl, clickhouseUrl, cluster: inject('clickhouseCluster'), postgresFolder, clickhouseFolder },
    secrets: { passphrase: given, openTables: () => openSecretTables(config) },
  })
}

/** Returns the rows of all tables of secrets, decrypted with the secrets of the configuration. */
async function readDecrypted(database: { databaseUrl: string }, config: Config): Promise<unknown[]> {
  const decrypted: unknown[] = []
  for (const { name, idColumn, secretColumn, decrypt } of await openSecretTables(config)) {
    for (const row of await queryAsOwner(database, `select * from ${name} order by ${idColumn}`)) {
      const stored = { secret: row[secretColumn], encrypted_with: row.encrypted_with }
      decrypted.push({ ...row, [secretColumn]: decrypt(row[idColumn], stored), encrypted_with: undefined })
    }
  }
  return decrypted
}

it('restores signing keys, keys of authenticator apps and connections, encrypted with the secrets of the new instance', async () => {
  await using original = await openOriginal()
  await using stores = await createEmptyStores()
  const config = readConfig({ LINKSHELF_DATA: join(original.folder, 'restored') })
  const tables = await openSecretTables(original.config)
  const contents = await readDecrypted(original.project.deps, original.config)

  const { location, manifest } = await backUp(original, tables)
  await restore(location, stores, config, passphrase)

  expect(contents.map((row) => Object.values(row as object).includes(undefined))).toEqual(Array(7).fill(true))
  expect(manifest.secrets?.tables).toEqual([
    { name: 'public.identity_keys', rows: 5 },
    { name: 'public.user_totp', rows: 1 },
    { name: 'public.youtube_connections', rows: 1 },
  ])
  expect(await readDecrypted(stores, config)).toEqual(contents)
  expect(await queryAsOwner(stores, "select from identity_keys where secret not like '%kty%'")).toHaveLength(5)
  expect((await readFile(join(location, 'secrets.age'))).subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
})

it('changes nothing if the passphrase is missing or wrong', async () => {
  await using original = await openOriginal()
  await using stores = await createEmptyStores()
  const { location } = await backUp(original, await openSecretTables(original.config))

  await expect(restore(location, stores, original.config, undefined)).rejects.toThrow(
    `${location} has secrets: set BACKUP_PASSPHRASE to their passphrase, or add --without-secrets. Nothing was changed.`,
  )
  await expect(restore(location, stores, original.config, 'another passphrase')).rejects.toThrow(
    `BACKUP_PASSPHRASE is not the passphrase of the secrets in ${location}. Nothing was changed.`,
  )
  expect(await queryAsOwner(stores, "select tablename from pg_tables where schemaname = 'public'")).toEqual([])
})

it('rejects a back-up with secrets on a machine that can not decrypt them', async () => {
  await using original = await openOriginal()
  const elsewhere = readConfig({ LINKSHELF_DATA: join(original.folder, 'elsewhere') })

  await expect(backUp(original, await openSecretTables(elsewhere))).rejects.toThrow(
    "The secrets in public.identity_keys can't be decrypted: set IDENTITY_SECRET as for the processes, or back up without --secrets.",
  )
  expect(await openBackupTarget(join(original.folder, 'copies')).listBackups()).toEqual([])
})

it('copies only secrets of tables that back-ups without secrets omit or copy encrypted', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-secrets-'))
  const tables = await openSecretTables(readConfig({ LINKSHELF_DATA: folder.path }))
  expect(tables.map(({ name }) => name).filter((name) => !omittedTables.has(name))).toEqual(['public.user_totp'])
})
