import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { aUserInSession } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordLog } from '../../../test/record-log.ts'
import { readConfig } from '../../config.ts'
import { getProfile } from '../../identity/profile/profile.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { runEndSessions } from './account-commands.ts'

/** Runs the command on this database. Returns what it printed. */
async function endSessions({ accounts }: TestDeps, log: Log, args: string[]): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'end-sessions-'))
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await runEndSessions(readConfig({ LINKSHELF_DATA: folder.path, DATABASE_URL: accounts.api }), log, args)
    return output.mock.calls.map(([printed]) => String(printed)).join('')
  } finally {
    output.mockRestore()
  }
}

it('ends the sessions of the account with this address, and says how many', async () => {
  await using deps = await openTestDeps()
  const { log, events } = recordLog()
  const mia = await aUserInSession(deps)
  await aUserInSession(deps)
  const { email } = await getProfile(mia)

  expect(await endSessions(deps, log, [email])).toContain(`Sessions of ${email} that ended: 1.`)

  const signedOut = await queryAsOwner(deps, 'select user_id from user_sessions where signed_out_at is not null')
  expect(signedOut).toEqual([{ user_id: mia.actor.userId }])
  expect(events()).toEqual(['session.ended_by_operator'])
  expect(
    await queryAsOwner(deps, "select user_id, actor_kind, actor_id, source, after from audit_log where action = 'session.end_all'"),
  ).toEqual([
    { user_id: mia.actor.userId, actor_kind: 'system', actor_id: 'linkshelf end-sessions', source: 'command', after: { sessions: 1 } },
  ])
})

it.each([[[]], [['nobody@people.test']]])('says what is wrong with %j, and ends no session', async (args) => {
  await using deps = await openTestDeps()
  await aUserInSession(deps)

  await expect(endSessions(deps, deps.log, args)).rejects.toThrow(StartError)

  expect(await queryAsOwner(deps, 'select 1 from user_sessions where signed_out_at is not null')).toEqual([])
})
