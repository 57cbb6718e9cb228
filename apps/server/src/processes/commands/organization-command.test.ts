import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { aLink, anOrganization, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { createRateLimiters, read } from '../../access/index.ts'
import { readConfig } from '../../config.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { runOrganizationCommand } from './organization-command.ts'

/** Runs the command on these databases. Returns the printed lines, with single spaces. */
async function runCommand({ accounts, clickhouseUrl, log }: TestDeps, ...args: string[]): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'organization-'))
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const environment = { LINKSHELF_DATA: folder.path, DATABASE_URL: accounts.api, CLICKHOUSE_URL: clickhouseUrl }
  try {
    await runOrganizationCommand(readConfig(environment), log, args)
    return output.mock.calls.flatMap(([printed]) => String(printed).replaceAll(/ +/g, ' ').split('\n'))
  } finally {
    output.mockRestore()
  }
}

it('prints each limit of the organization with its use, and raises a limit', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const owned = await anOrganization(deps)
  const ctx = { ...(await aProject(deps, { owned })), rateLimiters: createRateLimiters(deps) }
  await aLink(deps, ctx, { slug: 'desk-lamp' })
  await recordClicks(deps, ctx, [{ at: deps.clock.now().toISOString() }])
  for (let nth = 2; nth <= 10; nth += 1) await aLink(deps, ctx)

  const printed = await runCommand(deps, owned.organization.id)
  expect(printed).toEqual(
    expect.arrayContaining(['Free', 'linksPerProject 10 of 10', 'clicksPerMonth 1 of 1,000', 'chosenSlugs 1 of 20', 'historyDays - of 30']),
  )
  expect(await catchErrorCode(aLink(deps, ctx))).toBe('LINK_LIMIT_REACHED')

  await runCommand(deps, owned.organization.id, 'linksPerProject=11')

  await aLink(deps, await aProject(deps, { owned }))
  expect(await runCommand(deps, owned.organization.id)).toContain('linksPerProject 11 of 11 raised from 10')
})

it('grants Lifetime, which stays when a higher package is set', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)

  await runCommand(deps, ctx.organization.id, 'package=Lifetime')
  await runCommand(deps, ctx.organization.id, 'package=Business')

  const stored = await read(ctx, (tx) => tx.selectFrom('subscriptions').select('lifetime').execute())
  expect(stored).toEqual([{ lifetime: 'granted' }])
})

it.each([[[]], [['desk']], [['019e0000-0000-7000-8000-000000000000']]])('says what is wrong with %j', async (args) => {
  await using deps = await openTestDeps()
  await expect(runCommand(deps, ...args)).rejects.toThrow(StartError)
})

it('rejects an unknown limit', async () => {
  await using deps = await openTestDeps()
  const { organization } = await anOrganization(deps)
  await expect(runCommand(deps, organization.id, 'elephants=3')).rejects.toThrow('elephants')
})
