import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { findFreePort } from '../src/platform/process/free-port.ts'

interface Session {
  commands: string[]
  message: string
  isEncrypted: boolean
}

export interface SmtpServer {
  port: number
  /** The sessions that sent an email. */
  received: Session[]
  /** The commands of all sessions. */
  commands: string[]
  close(): Promise<void>
}

export interface SmtpServerOptions {
  /** The answer to each recipient. By default, every recipient is accepted. */
  recipientAnswer?: string
  /** The answer to STARTTLS if `hasTls` is false. By default, the answer to an unknown command. */
  startTlsAnswer?: string
  /** True if the server offers STARTTLS, with `testCertificate`. */
  hasTls?: boolean
}

/** Opens a mail server. It implements the part of RFC 5321 that a client needs to send email, and STARTTLS. */
export async function openSmtpServer({
  recipientAnswer = '',
  startTlsAnswer,
  hasTls = false,
}: SmtpServerOptions = {}): Promise<SmtpServer> {
  const port = await findFreePort()
  const received: Session[] = []
  const commands: string[] = []

  function converse(socket: Socket, isEncrypted: boolean): void {
    const session: Session = { commands: [], message: '', isEncrypted }
    let unread = ''
    let isData = false
    // A client that rejects the certificate closes the connection.
    socket.on('error', () => socket.destroy())
    socket.on('data', onData)

    function onData(chunk: Buffer): void {
      unread += chunk
      for (let end = unread.indexOf('\r\n'); end !== -1; end = unread.indexOf('\r\n')) {
        const line = unread.slice(0, end)
        unread = unread.slice(end + 2)
        if (isData && line !== '.') session.message += `${line}\n`
        else socket.write(`${reply(line)}\r\n`)
        if (hasTls && !isEncrypted && /^STARTTLS/i.test(line)) {
          socket.off('data', onData)
          converse(new TLSSocket(socket, { isServer: true, key: testKey, cert: testCertificate }), true)
        }
      }
    }

    function reply(line: string): string {
      if (isData) {
        isData = false
        received.push(session)
        return '250 accepted'
      }
      session.commands.push(line)
      commands.push(line)
      if (hasTls && /^EHLO/i.test(line)) return isEncrypted ? '250 mail.test' : '250-mail.test\r\n250 STARTTLS'
      if (/^STARTTLS/i.test(line)) return hasTls ? '220 go ahead' : (startTlsAnswer ?? '502 no such command')
      if (/^RCPT/i.test(line) && recipientAnswer !== '') return recipientAnswer
      if (/^DATA/i.test(line)) isData = true
      if (/^QUIT/i.test(line)) socket.end()
      return isData ? '354 start mail input' : '250 mail.test'
    }
  }

  const server: Server = createServer((socket) => {
    socket.write('220 mail.test ESMTP\r\n')
    converse(socket, false)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { port, received, commands, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** A self-signed certificate for 127.0.0.1, valid from 2020 to 2120. It protects nothing. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBPTCB46ADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCW1haWwudGVz
dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
bWFpbC50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoQFk7WJb2hdsPXYJ
s753OHtt8rx5RiYvOFh4mKAyScpN73X5LfiK4xaQglO/Ve3wA7USHq5K4SKi+85X
9CeCpaMkMCIwDwYDVR0RBAgwBocEfwAAATAPBgNVHRMBAf8EBTADAQH/MAoGCCqG
SM49BAMCA0kAMEYCIQDFhxrZXTUuu20vMObkTMLKOi6m9jELWOnrMob8aPMQrwIh
AORIcY94B+JvKCVEet7bgdh4Up4WVfGZMYy7e39Ggvnz
-----END CERTIFICATE-----
`

export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDFWjjGGgUTdzSpb8
ZQnIVzk/Is7L4apHhBXWP0ud92yhRANCAAShAWTtYlvaF2w9dgmzvnc4e23yvHlG
Ji84WHiYoDJJyk3vdfkt+IrjFpCCU79V7fADtRIerkrhIqL7zlf0J4Kl
-----END PRIVATE KEY-----
`
