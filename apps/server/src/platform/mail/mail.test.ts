import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openSmtpServer, testCertificate } from '../../../test/open-smtp-server.ts'
import { silentLog } from '../process/log.ts'
import { needsStartTls, openMailer, RecipientRejectedError } from './mail.ts'

const from = 'Linkshelf <no-reply@example.com>'
const email = {
  kind: 'test',
  to: 'mia@example.com',
  subject: 'Grüße',
  text: `Grüße! Follow this link:\nhttps://app.test/auth/reset?token=${'a'.repeat(120)}`,
  html: '<p>Follow this link</p>',
}

it('writes a whole email to the outbox, readable as text only by its owner, and logs the file', async () => {
  await using folder = await openFolder()
  const lines: string[] = []
  const mailer = openMailer(
    { smtpUrl: undefined, from, dataFolder: folder.path },
    pino({}, { write: (line: string) => void lines.push(line) }),
  )
  await Promise.all([mailer.send(email), mailer.send(email)])
  mailer.close()

  const outbox = join(folder.path, 'outbox')
  const names = await readdir(outbox)
  expect(names).toHaveLength(2)
  for (const name of names) {
    const file = join(outbox, name)
    const text = await readFile(file, 'utf8')
    expect(name).toMatch(/\.eml$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(text).toContain(email.text.replaceAll('\n', '\r\n'))
    expect(text).toContain(email.html)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text).toMatch(/^From: Linkshelf <no-reply@example.com>\r\nTo: mia@example.com\r\nSubject: =\?UTF-8\?Q\?Gr=C3=BC=C3=9Fe\?=\r\n/)
    expect(text).toMatch(/^Date: /m)
    expect(lines.join()).toContain(file)
  }
  expect((await stat(outbox)).mode & 0o777).toBe(0o700)
})

it.each(['outbox', 'SMTP'])('does not let a value start a header: %s', async (transport) => {
  await using folder = await openFolder()
  const server = await openSmtpServer()
  const smtpUrl = transport === 'SMTP' ? `smtp://127.0.0.1:${server.port}` : undefined
  const mailer = openMailer({ smtpUrl, from, dataFolder: folder.path }, silentLog)
  const to = 'mia@example.com\r\nBcc: x@example.com'
  const replyTo = 'noah@example.com\r\nCc: x@example.com'
  await mailer.send({ kind: 'test', to, replyTo, subject: 'Hello\r\nX-Evil: 1\r\n\r\nbody', text: 'Hello', html: '<p>Hello</p>' })
  mailer.close()
  await server.close()

  const message = smtpUrl === undefined ? await readOnlyFile(join(folder.path, 'outbox')) : (server.received[0]?.message ?? '')
  const head = message.split(/\r?\n\r?\n/)[0] ?? ''
  expect(head).toMatch(/^Subject: Hello X-Evil: 1/m)
  expect(head).not.toMatch(/^(Bcc|Cc|X-Evil|body)/m)
  const recipients = server.received.flatMap(({ commands }) => commands.filter((command) => command.startsWith('RCPT')))
  expect(recipients.join()).not.toContain('<x@example.com>')
})

it('writes a long subject in words and lines of the lengths that RFC 2047 allows', async () => {
  await using folder = await openFolder()
  const mailer = openMailer({ smtpUrl: undefined, from, dataFolder: folder.path }, silentLog)
  const encoded = 'Not encoded: =?utf-8?B?R3LDvMOfZQ==?='
  const subjects = ['Überall Grüße! '.repeat(7).slice(0, 100).trim(), '🦦'.repeat(50), encoded, `${encoded} `.repeat(3).trim()]
  for (const subject of subjects) await mailer.send({ ...email, subject })

  const outbox = join(folder.path, 'outbox')
  const read: string[] = []
  for (const name of (await readdir(outbox)).sort()) {
    const head = (await readFile(join(outbox, name), 'utf8')).split('\r\n\r\n')[0] ?? ''
    for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76)
    const words = [...(/^Subject: ((?:.|\r\n )*)/m.exec(head)?.[1] ?? '').matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g)]
    read.push(words.map(([, encoding = '', text = '']) => decodeWord(encoding, text)).join(''))
  }
  expect(read.sort()).toEqual([...subjects].sort())
})

it('names one address for replies, on disk and by SMTP', async () => {
  await using folder = await openFolder()
  const server = await openSmtpServer()
  const [outbox, smtp] = [undefined, `smtp://127.0.0.1:${server.port}`].map((smtpUrl) =>
    openMailer({ smtpUrl, from, dataFolder: folder.path }, silentLog),
  )
  await outbox?.send({ ...email, replyTo: 'noah@example.com' })
  await smtp?.send({ ...email, replyTo: 'noah@example.com' })
  await smtp?.send({ ...email, replyTo: 'noah@example.com,\r\nCc: x@example.com' })
  smtp?.close()
  await server.close()

  expect(await readOnlyFile(join(folder.path, 'outbox'))).toMatch(/^Reply-To: noah@example.com\r$/m)
  // Both emails used one connection.
  const [received] = server.received
  expect(received?.message.match(/^Reply-To: .*/gm)).toEqual([
    'Reply-To: noah@example.com',
    'Reply-To: <"noah@example.com, Cc: x"@example.com>',
  ])
  expect(received?.message).not.toMatch(/^Cc/m)
  expect(new Set(received?.commands.filter((command) => command.startsWith('RCPT')))).toEqual(new Set(['RCPT TO:<mia@example.com>']))
})

it('sends an email by SMTP', async () => {
  const server = await openSmtpServer()
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from, dataFolder: '/nowhere' }, silentLog)
  await mailer.send(email)
  mailer.close()
  await server.close()

  expect(server.received).toHaveLength(1)
  const [received] = server.received
  expect(received?.commands).toEqual(expect.arrayContaining(['MAIL FROM:<no-reply@example.com>', 'RCPT TO:<mia@example.com>']))
  expect(received?.message).toContain('From: Linkshelf <no-reply@example.com>')
  expect(received?.message).toMatch(/^Subject: =\?UTF-8\?/m)
})

it('writes each header for one-click unsubscribing on one line, on disk and by SMTP', async () => {
  await using folder = await openFolder()
  const server = await openSmtpServer()
  const unsubscribeUrl = `https://app.test/unsubscribe/${'a'.repeat(36)}.link_click.${'b'.repeat(43)}`
  for (const smtpUrl of [undefined, `smtp://127.0.0.1:${server.port}`]) {
    const mailer = openMailer({ smtpUrl, from, dataFolder: folder.path }, silentLog)
    await mailer.send({ ...email, unsubscribeUrl })
    mailer.close()
  }
  await server.close()

  for (const message of [await readOnlyFile(join(folder.path, 'outbox')), server.received[0]?.message]) {
    expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    expect(message?.match(/^List-Unsubscribe: (.*?)\r?$/m)?.[1]).toBe(`<${unsubscribeUrl}>`)
  }
})

it('uses one Message-ID per key, in the domain of the sender, and a new Message-ID for each email without a key', async () => {
  const server = await openSmtpServer()
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from, dataFolder: '/nowhere' }, silentLog)
  for (const key of ['week 12', 'week 12', 'week 13', undefined, undefined]) await mailer.send({ ...email, ...(key && { key }) })
  mailer.close()
  await server.close()

  const ids = (server.received[0]?.message ?? '').match(/^Message-ID: .*/gim) ?? []
  expect(ids).toHaveLength(5)
  expect(ids[0]).toMatch(/^Message-ID: <[0-9a-f]{32}@example\.com>$/i)
  expect(ids[1]).toBe(ids[0])
  expect(new Set(ids).size).toBe(4)
})

it.each([
  ['550 no such user', true],
  ['550 5.1.1 no such user', true],
  ['553 bad name', true],
  ['554 5.2.1 mailbox disabled', true],
  ['550 5.7.1 relaying denied', false],
  ['554 blocked', false],
  ['450 4.2.1 try later', false],
])('rejects when the server answers "%s"; a RecipientRejectedError: %s', async (answer, isForGood) => {
  const server = await openSmtpServer({ recipientAnswer: answer })
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from, dataFolder: '/nowhere' }, silentLog)
  const error = await mailer.send(email).catch((thrown) => thrown)
  mailer.close()
  await server.close()

  expect(String(error)).toContain(answer)
  expect(error instanceof RecipientRejectedError).toBe(isForGood)
})

it('removes the address that a server repeats from the error, because errors of jobs are logged', async () => {
  const server = await openSmtpServer({ recipientAnswer: '550 5.7.1 <MIA@example.com> rejected, not mia@example.com' })
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from, dataFolder: '/nowhere' }, silentLog)
  const error = await mailer.send(email).catch((thrown) => thrown)
  mailer.close()
  await server.close()

  expect(error.message).toContain('<the recipient> rejected, not the recipient')
  expect(`${error.message}${error.stack}`).not.toMatch(/mia@/i)
})

it.each([
  ['smtp://mail.example', true],
  ['smtp://mia:secret@mail.example:587', true],
  ['smtp://10.0.0.1', true],
  ['smtp://localhost.example', true],
  ['smtp://mail.example?tls=off', false],
  ['smtp://localhost:25', false],
  ['smtp://127.0.0.1', false],
  ['smtp://[::1]', false],
  ['smtp://localhost?tls=required', true],
  ['smtps://mail.example', false], // This URL uses TLS from the first byte.
])('requires STARTTLS of %s: %s', (url, isNeeded) => {
  expect(needsStartTls(url)).toBe(isNeeded)
})

it.each(['502 5.5.1 no such command', '454 4.7.0 TLS not available'])(
  'sends nothing in the clear to a server that answers STARTTLS with "%s", and says why',
  async (startTlsAnswer) => {
    const server = await openSmtpServer({ startTlsAnswer })
    const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}?tls=required`, from, dataFolder: '/nowhere' }, silentLog)
    const error = await mailer.send(email).catch((thrown) => thrown)
    mailer.close()
    await server.close()

    expect(error).not.toBeInstanceOf(RecipientRejectedError)
    expect(error.message).toBe(
      `The mail server 127.0.0.1:${server.port} (SMTP_URL) offers no TLS, so the email was not sent. Use a server that does, or allow emails in the clear with ?tls=off at the end of the URL.`,
    )
    expect(server.received).toEqual([])
    expect(server.commands.join()).not.toMatch(/AUTH|MAIL|RCPT|DATA/)
  },
)

it('sends by STARTTLS to a server with a valid certificate, and nothing to a server with an invalid certificate', async () => {
  const server = await openSmtpServer({ hasTls: true })
  const smtpUrl = `smtp://127.0.0.1:${server.port}?tls=required`
  const mailer = openMailer({ smtpUrl, from, dataFolder: '/nowhere' }, silentLog)
  const authorities = getCACertificates('default')
  await expect(mailer.send(email)).rejects.toThrow(/certificate/)
  expect(server.received).toEqual([])

  setDefaultCACertificates([...authorities, testCertificate])
  try {
    await mailer.send(email)
  } finally {
    setDefaultCACertificates(authorities)
  }
  mailer.close()
  await server.close()
  expect(server.received).toMatchObject([{ isEncrypted: true, commands: expect.arrayContaining(['RCPT TO:<mia@example.com>']) }])
})

it('sends without TLS if the URL says so', async () => {
  const server = await openSmtpServer({ startTlsAnswer: '502 no such command' })
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}?tls=off`, from, dataFolder: '/nowhere' }, silentLog)
  await mailer.send(email)
  mailer.close()
  await server.close()
  expect(server.received).toMatchObject([{ isEncrypted: false }])
})

async function readOnlyFile(folder: string): Promise<string> {
  const names = await readdir(folder)
  expect(names).toHaveLength(1)
  return readFile(join(folder, names[0] ?? ''), 'utf8')
}

/** Decodes one encoded word (RFC 2047). Throws if the word ends within a character. */
function decodeWord(encoding: string, text: string): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  if (encoding === 'B') return decoder.decode(Buffer.from(text, 'base64'))
  const bytes = text
    .replaceAll('_', ' ')
    .replaceAll(/=([0-9A-F]{2})/g, (_word, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return decoder.decode(Buffer.from(bytes, 'latin1'))
}

async function openFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'linkshelf-mail-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
