import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { read } from '../src/access/index.ts'
import type { Email } from '../src/platform/mail/mail.ts'
import { aProject } from './builders/builders.ts'
import { openTestDeps } from './open-test-deps.ts'
import { takeWaits } from './waits-in-transactions.ts'

const anEmail: Email = { kind: 'invitation', to: 'mia@people.test', subject: '', html: '', text: '' }

it('reports a wait for another system inside a transaction, and none outside a transaction', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const server = createServer((_request, response) => response.end('a page'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const fetchLocal = () => fetch(address).then((response) => response.text())

  const waits: [string, () => Promise<unknown>][] = [
    ['ClickHouse', () => deps.clickhouse.query({ query: 'SELECT 1' }).then((result) => result.text())],
    ['another site', fetchLocal],
    ['mail', () => deps.mail.send(anEmail)],
    ['a file', () => readFile(import.meta.filename)],
    ['a child process', () => promisify(execFile)(process.execPath, ['--version'])],
  ]
  for (const [system, wait] of waits) {
    await read(ctx, () => wait())
    expect(takeWaits(), system).not.toEqual([])
    await wait()
    expect(takeWaits(), system).toEqual([])
  }
  server.close()
})
