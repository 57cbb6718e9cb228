import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordLog } from '../../../test/record-log.ts'
import { readConfig } from '../../config.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { runRotateKeys } from './rotate-keys-command.ts'

/** Runs the command on this database. Returns what it printed. */
async function rotateKeys({ accounts }: TestDeps, log: Log, secret: string): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'rotate-keys-'))
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await runRotateKeys(readConfig({ LINKSHELF_DATA: folder.path, DATABASE_URL: accounts.api, IDENTITY_SECRET: secret }), log)
    return output.mock.calls.map(([printed]) => String(printed)).join('')
  } finally {
    output.mockRestore()
  }
}

const selectKeys = 'select purpose, retires_at is null as signs, encrypted_with from identity_keys order by purpose, created_at, id'

it('creates new keys for tokens and cookies, and says what to do, but rejects another IDENTITY_SECRET', async () => {
  await using deps = await openTestDeps()
  const { log, events } = recordLog()

  expect(await rotateKeys(deps, log, 'a'.repeat(32))).toContain('restart it within a day')

  const keys = await queryAsOwner(deps, selectKeys)
  expect(keys.map(({ purpose, signs }) => [purpose, signs])).toEqual([
    ['cookies', false],
    ['cookies', true],
    ['throttling', true],
    ['tokens', false],
    ['tokens', true],
  ])
  expect(events()).toEqual(['signing_keys.rotated'])

  await expect(rotateKeys(deps, log, 'b'.repeat(32))).rejects.toThrow(StartError)
  expect(await queryAsOwner(deps, selectKeys)).toEqual(keys)
})
