import { createServer } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
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
async function runHealthCommand(ports: { api?: number; edge?: number }, args: string[] = []) {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    // Nothing listens on port 1, because a server of a test has no right to use it.
    const config = readConfig({ HOST: '0.0.0.0', PORT: String(ports.api ?? 1), LINKS_PORT: String(ports.edge ?? 1) })
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
