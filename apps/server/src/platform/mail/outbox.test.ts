import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { silentLog } from '../process/log.ts'
import { openMailer } from './mail.ts'
import { listOutbox, readOutboxEmail } from './outbox.ts'

it.each(['Grüße', 'Überall Grüße! '.repeat(7).trim(), '🦦'.repeat(50), 'Not encoded: =?utf-8?B?R3LDvMOfZQ==?=', 'Plain'])(
  'reads back what the outbox wrote: %s',
  async (subject) => {
    await using folder = await openFolder()
    const text = 'Hello,\n\nSet a new password:\nhttps://app.test/auth/reset?token=abc\n\n-- \nGrüße'
    await openMailer(folder.settings, silentLog).send({ kind: 'test', to: 'mia@example.com', subject, text, html: '<p>Hello</p>' })

    const [file = ''] = await listOutbox(folder.outbox)
    expect(await readOutboxEmail(file)).toEqual({ date: expect.stringMatching(/\d{4} \d\d:\d\d/), to: 'mia@example.com', subject, text })
  },
)

it('removes characters that control a terminal', async () => {
  await using folder = await openFolder()
  await openMailer(folder.settings, silentLog).send({
    kind: 'test',
    to: 'mia@example.com',
    subject: 'A\u001b[2Jb',
    text: 'c\u001b]0;d\u0007',
    html: '',
  })

  const [file = ''] = await listOutbox(folder.outbox)
  expect(await readOutboxEmail(file)).toMatchObject({ subject: 'A[2Jb', text: 'c]0;d' })
})

it('lists the newest email first, and nothing before the first email', async () => {
  await using folder = await openFolder()
  expect(await listOutbox(folder.outbox)).toEqual([])
  const mailer = openMailer(folder.settings, silentLog)
  for (const subject of ['first', 'second']) {
    await mailer.send({ kind: 'test', to: 'mia@example.com', subject, text: subject, html: '' })
    const sentAt = Date.now() // File names differ only if their milliseconds differ, so the test waits.
    await expect.poll(() => Date.now()).toBeGreaterThan(sentAt)
  }
  const emails = await Promise.all((await listOutbox(folder.outbox)).map(readOutboxEmail))
  expect(emails.map(({ subject }) => subject)).toEqual(['second', 'first'])
})

async function openFolder() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'linkshelf-outbox-'))
  return {
    outbox: join(dataFolder, 'outbox'),
    settings: { smtpUrl: undefined, from: 'Linkshelf <no-reply@example.com>', dataFolder },
    [Symbol.asyncDispose]: () => rm(dataFolder, { recursive: true, force: true }),
  }
}
