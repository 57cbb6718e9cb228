import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { freePort } from '../process/free-port.ts'
import { silentLog } from '../process/log.ts'
import { openMailer } from './mail.ts'

const from = 'Linkshelf <no-reply@example.com>'
const letter = {
  to: 'mia@example.com',
  subject: 'Grüße',
  text: `Go on:\nhttps://app.test/auth/reset?token=${'a'.repeat(120)}`,
  html: '<p>Go on</p>',
}

it('puts a letter whole into the outbox, readable as text by its owner alone, and says where', async () => {
  await using folder = await openFolder()
  const lines: string[] = []
  const mailer = openMailer(
    { smtpUrl: undefined, from, dataFolder: folder.path },
    pino({}, { write: (line: string) => void lines.push(line) }),
  )
  await Promise.all([mailer.send(letter), mailer.send({ ...letter, html: undefined })])
  mailer.close()

  const outbox = join(folder.path, 'outbox')
  const names = await readdir(outbox)
  expect(names).toHaveLength(2)
  for (const name of names) {
    const file = join(outbox, name)
    const text = await readFile(file, 'utf8')
    expect(name).toMatch(/\.eml$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(text).toContain(letter.text.replaceAll('\n', '\r\n'))
    expect(text).toMatch(
      /^From: Linkshelf <no-reply@example.com>\r\nTo: mia@example.com\r\nSubject: =\?utf-8\?B\?R3LDvMOfZQ==\?=\r\nDate: /,
    )
    expect(lines.join()).toContain(file)
  }
  expect((await stat(outbox)).mode & 0o777).toBe(0o700)
})

it('lets no value of a letter start a header of its own', async () => {
  await using folder = await openFolder()
  const mailer = openMailer({ smtpUrl: undefined, from, dataFolder: folder.path }, silentLog)
  const replyTo = 'noah@example.com\r\nCc: x@example.com'
  await mailer.send({ to: 'mia@example.com\r\nBcc: x@example.com', replyTo, subject: 'Hello\nX-Evil: 1', text: 'Hello' })
  const [name = ''] = await readdir(join(folder.path, 'outbox'))
  const head = (await readFile(join(folder.path, 'outbox', name), 'utf8')).split('\r\n\r\n')[0] ?? ''
  expect(head).not.toMatch(/^(Bcc|Cc|X-Evil)/m)
})

it('writes a long subject in words and lines of the lengths that RFC 2047 allows', async () => {
  await using folder = await openFolder()
  const mailer = openMailer({ smtpUrl: undefined, from, dataFolder: folder.path }, silentLog)
  const subjects = ['Überall Grüße! '.repeat(7).slice(0, 100), '🦦'.repeat(50), 'Not encoded: =?utf-8?B?R3LDvMOfZQ==?=']
  for (const subject of subjects) await mailer.send({ ...letter, subject })

  const outbox = join(folder.path, 'outbox')
  const read: string[] = []
  for (const name of (await readdir(outbox)).sort()) {
    const head = (await readFile(join(outbox, name), 'utf8')).split('\r\n\r\n')[0] ?? ''
    for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76)
    const words = [...(/^Subject: ((?:.|\r\n )*)/m.exec(head)?.[1] ?? '').matchAll(/=\?utf-8\?B\?([^?]*)\?=/g)]
    // Each is whole characters: decoded alone, it holds nothing that is none.
    read.push(words.map(([, base64 = '']) => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))).join(''))
  }
  expect(read.sort()).toEqual([...subjects].sort())
})

it('says where an answer goes, on disk and by SMTP, and lets it be no more than one address', async () => {
  await using folder = await openFolder()
  const server = await openSmtpServer()
  const [outbox, smtp] = [undefined, `smtp://127.0.0.1:${server.port}`].map((smtpUrl) =>
    openMailer({ smtpUrl, from, dataFolder: folder.path }, silentLog),
  )
  await outbox?.send({ ...letter, replyTo: 'noah@example.com' })
  await smtp?.send({ ...letter, replyTo: 'noah@example.com' })
  await smtp?.send({ ...letter, replyTo: 'noah@example.com,\r\nCc: x@example.com' })
  smtp?.close()
  await server.close()

  const [name = ''] = await readdir(join(folder.path, 'outbox'))
  expect(await readFile(join(folder.path, 'outbox', name), 'utf8')).toMatch(/^Reply-To: noah@example.com\r$/m)
  // Both went through one connection.
  const [received] = server.received
  expect(received?.message.match(/^Reply-To: .*/gm)).toEqual([
    'Reply-To: noah@example.com',
    'Reply-To: <"noah@example.com, Cc: x"@example.com>',
  ])
  expect(received?.message).not.toMatch(/^Cc/m)
  expect(new Set(received?.commands.filter((command) => command.startsWith('RCPT')))).toEqual(new Set(['RCPT TO:<mia@example.com>']))
})

it('hands a letter over by SMTP', async () => {
  const server = await openSmtpServer()
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from, dataFolder: '/nowhere' }, silentLog)
  await mailer.send(letter)
  mailer.close()
  await server.close()

  expect(server.received).toHaveLength(1)
  const [received] = server.received
  expect(received?.commands).toEqual(expect.arrayContaining(['MAIL FROM:<no-reply@example.com>', 'RCPT TO:<mia@example.com>']))
  expect(received?.message).toContain('From: Linkshelf <no-reply@example.com>')
  expect(received?.message).toMatch(/^Subject: =\?UTF-8\?/m)
})

it('says so when the server does not take a letter', async () => {
  const server = await openSmtpServer({ refuses: true })
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from, dataFolder: '/nowhere' }, silentLog)
  await expect(mailer.send(letter)).rejects.toThrow(/550/)
  mailer.close()
  await server.close()
})

interface SmtpServer {
  port: number
  received: { commands: string[]; message: string }[]
  close(): Promise<void>
}

/** As much of RFC 5321 as one letter takes. */
async function openSmtpServer({ refuses = false } = {}): Promise<SmtpServer> {
  const port = await freePort()
  const received: SmtpServer['received'] = []
  const server: Server = createServer((socket) => {
    const session = { commands: [] as string[], message: '' }
    let waiting = ''
    let isData = false
    socket.write('220 mail.test ESMTP\r\n')
    socket.on('data', (chunk) => {
      waiting += chunk
      for (let end = waiting.indexOf('\r\n'); end !== -1; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + 2)
        if (isData && line !== '.') session.message += `${line}\n`
        else socket.write(answer(line))
      }
    })
    function answer(line: string): string {
      if (isData) {
        isData = false
        received.push(session)
        return '250 taken\r\n'
      }
      session.commands.push(line)
      if (/^RCPT/i.test(line) && refuses) return '550 nobody here\r\n'
      if (/^DATA/i.test(line)) isData = true
      if (/^QUIT/i.test(line)) socket.end()
      return isData ? '354 go on\r\n' : '250 mail.test\r\n'
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function openFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'linkshelf-mail-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
