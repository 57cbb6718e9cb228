import { mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createEmptyStores } from '../../../test/databases/create-empty-stores.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { createBackup, openBackupTarget } from '../../backups/index.ts'
import { openClickStore } from '../../clicks/index.ts'
import { readConfig } from '../../config.ts'
import { silentLog } from '../../platform/process/log.ts'
import { runBackup, runRestore, runResume } from './backup-commands.ts'
import { runRecordErasures } from './stored-backup-commands.ts'

const context = { mainFile: 'unused', log: silentLog }

async function openFolder() {
  const { path, remove } = await mkdtempDisposable(join(tmpdir(), 'linkshelf-commands-'))
  const config = readConfig({ LINKSHELF_DATA: join(path, 'data'), BACKUP_TARGET: join(path, 'backups') })
  return { path, config, [Symbol.asyncDispose]: remove }
}

it('rejects arguments that a command does not know, before it changes anything', async () => {
  await using folder = await openFolder()
  await expect(runResume(folder.config, context, ['--help'])).rejects.toThrow('Usage: linkshelf resume')
  await expect(runRecordErasures(folder.config, context, ['--help'])).rejects.toThrow('Usage: linkshelf record-erasures')
})

it('creates no databases in a folder without an instance, or if there is no back-up to restore', async () => {
  await using folder = await openFolder()
  const missing = `There is no instance in ${folder.config.dataFolder}.`
  await expect(runBackup(folder.config, context, [join(folder.path, 'copies')])).rejects.toThrow(missing)
  await expect(runResume(folder.config, context, [])).rejects.toThrow(missing)
  await expect(runRestore(folder.config, context, [join(folder.path, 'copies')])).rejects.toThrow('is not a complete back-up')
  expect(await readdir(folder.path)).toEqual([])
})

it('restores nothing if the given folder has no journals, or the data folder already has journals', async () => {
  await using folder = await openFolder()
  await using deps = await openTestDeps({ clicks: true })
  await using store = await openClickStore(deps.clickhouseUrl)
  await using stores = await createEmptyStores()
  const { databaseUrl, clickhouseUrl, clock } = deps
  const target = openBackupTarget(join(folder.path, 'copies'))
  const { location } = await createBackup({ databaseUrl, clickhouseUrl, store, target, clock })
  const config = { ...folder.config, databaseUrl: stores.databaseUrl, clickhouseUrl: stores.clickhouseUrl }

  for (const journals of [folder.path, join(folder.path, 'none')])
    await expect(runRestore(config, context, [location, '--journals', journals])).rejects.toThrow(`${journals} has no journals.`)
  const edge = join(config.dataFolder, 'journal', '0198c0de-0000-7000-8000-000000000000')
  await mkdir(edge, { recursive: true })
  await expect(runRestore(config, context, [location])).rejects.toThrow('has journals, so its clicks could count twice.')
})

it('says that a file can not be the place of back-ups', async () => {
  await using folder = await openFolder()
  const file = join(folder.path, 'notes.txt')
  await writeFile(file, '')
  await using writer = await openBackupTarget(file).createBackup(new Date())
  await expect(writer.writeFile('a.json', Readable.from(['{}']))).rejects.toThrow("can't be written")
})
