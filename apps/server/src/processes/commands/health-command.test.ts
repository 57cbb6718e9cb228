import { createServer } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { readConfig } from '../../config.ts'
import { listen } from '../../platform/http/listen.ts'
import { silentLog } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { runHealth } from './health-command.ts'

afterEach(() => {
  process.exitCode = undefined
})

/**
 * Starts a server that answers each path with its JSON. If the JSON of a path is null, it answers with 503. It answers
 * other paths with 404.
 */
async function aServer(bodies: Record<string, object | null>): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer(({ url = '' }, response) => {
    const body = bodies[url]
    response.writeHead(body === undefined ? 404 : body === null ? 503 : 200).end(JSON.stringify(body ?? { status: 'failing' }))
  })
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Runs the command. Returns the lines that it printed, and its exit code. */
async function runHealthCommand(ports: { api?: number; edge?: number }, args: string[] = [], settings: Record<string, string> = {}) {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    // Nothing listens on port 1, because a server of a test has no right to use it.
    const config = readConfig({ HOST: '0.0.0.0', PORT: String(ports.api ?? 1), LINKS_PORT: String(ports.edge ?? 1), ...settings })
    await runHealth(config, silentLog, args)
    return { lines: output.mock.calls.map(([line]) => String(line).trimEnd().split(/ {2,}/)), exitCode: process.exitCode }
  } finally {
    output.mockRestore()
  }
}

const status = (database: string) => ({
  parts: [
    { name: 'redirects', status: 'up' },
    { name: 'database', status: database },
    { name: 'analytics', status: 'up' },
  ],
})

it('prints each part with its version, and does not fail if a database is down', async () => {
  await using api = await aServer({
    '/healthz': { status: 'ok', version: '1.2.3', commit: 'a1b2c3d4e5' },
    '/v1/public/status': status('down'),
  })
  await using edge = await aServer({ '/healthz': { status: 'losing clicks', version: '1.2.2', commit: 'unknown' } })

  expect(await runHealthCommand({ api: api.port, edge: edge.port })).toEqual({
    lines: [
      ['api', 'up', `http://127.0.0.1:${api.port}`, '1.2.3 (a1b2c3d4)'],
      ['edge', 'up', `http://127.0.0.1:${edge.port}`, '1.2.2 (commit unknown)', 'losing clicks'],
      ['database', 'down'],
      ['analytics', 'up'],
      ['backup', 'unknown'],
    ],
    exitCode: undefined,
  })
})

it('fails when the edge answers with an error and the api not at all', async () => {
  await using edge = await aServer({ '/healthz': null })

  expect(await runHealthCommand({ edge: edge.port })).toEqual({
    lines: [
      ['api', 'down', 'http://127.0.0.1:1', expect.any(String)],
      ['edge', 'down', `http://127.0.0.1:${edge.port}`, 'version unknown', 'failing'],
      ['database', 'unknown'],
      ['analytics', 'unknown'],
      ['backup', 'unknown'],
    ],
    exitCode: 1,
  })
})

it('checks only the process that is named, even if it is of a release that does not name its version', async () => {
  await using edge = await aServer({ '/healthz': { status: 'ok' } })

  expect(await runHealthCommand({ edge: edge.port }, ['edge'])).toEqual({
    lines: [['edge', 'up', `http://127.0.0.1:${edge.port}`, 'version unknown']],
    exitCode: undefined,
  })
  await expect(runHealthCommand({}, ['jobs'])).rejects.toThrow(StartError)
})

it('prints the newest back-up and its place, why a back-up or its check failed, and that the instance is paused', async () => {
  await using deps = await openTestDeps()
  await using api = await aServer({ '/healthz': { status: 'ok' }, '/v1/public/status': status('up') })
  const readLine = async () => {
    const { lines } = await runHealthCommand({ api: api.port, edge: api.port }, [], {
      DATABASE_API_URL: deps.accounts.api,
      BACKUP_TARGET: '/backups',
    })
    return lines.at(-1)
  }
  expect(await readLine()).toEqual(['backup', 'none', 'in /backups'])
  await queryAsOwner(
    deps,
    `insert into backup_runs (kind, started_at, finished_at, backup, bytes, error) values
       ('backup', '2026-11-28T03:17Z', '2026-11-28T03:20Z', 'linkshelf-2026-11-28T03-17-00Z', 1400000000, null),
       ('check', '2026-11-28T04:17Z', '2026-11-28T04:19Z', 'linkshelf-2026-11-28T03-17-00Z', null, null)`,
  )
  const newest = ['2026-11-28 03:20 UTC', '1.4 GB', 'in /backups']
  expect(await readLine()).toEqual(['backup', 'ok', ...newest, 'restored as a check 2026-11-28 04:19 UTC'])
  await queryAsOwner(
    deps,
    `insert into backup_runs (kind, started_at, finished_at, error) values
       ('backup', '2026-11-29T03:17Z', '2026-11-29T03:20Z', 'The bucket is missing.'), ('check', '2026-11-29T04:17Z', '2026-11-29T04:20Z', 'Damaged.')`,
  )
  const failed = ['check failed 2026-11-29 04:20 UTC', 'The bucket is missing.', 'Damaged.']
  expect(await readLine()).toEqual(['backup', 'failed', ...newest, ...failed])
  await queryAsOwner(deps, "insert into restored_backups (taken_at) values ('2026-11-28T03:17Z')")
  expect(await readLine()).toEqual(['instance', 'paused', 'restored from a back-up; `linkshelf resume` ends the pause'])
})
