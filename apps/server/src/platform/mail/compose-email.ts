import { randomBytes } from 'node:crypto'

export interface Email {
  to: string
  subject: string
  text: string
  html?: string
  /** Where an answer goes instead of to the sender: one bare address. */
  replyTo?: string
}

/**
 * A letter as an RFC 5322 message. Its parts are sent as they are (8bit), never quoted-printable, so that a link in the file can be
 * copied by a person who opens it as text.
 */
export function composeEmail({ to, subject, text, html, replyTo }: Email, from: string, sentAt: Date): string {
  const boundary = `=_${randomBytes(12).toString('hex')}`
  const plain = part('text/plain', text)
  const body = html === undefined ? plain : multipart(boundary, [plain, part('text/html', html)])
  return `${[
    `From: ${headerText(from)}`,
    `To: ${headerText(to)}`,
    ...(replyTo === undefined ? [] : [`Reply-To: ${headerText(replyTo)}`]),
    `Subject: ${headerText(subject)}`,
    `Date: ${sentAt.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    body,
  ].join('\r\n')}\r\n`
}

function part(type: string, content: string): string {
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content.replaceAll(/\r?\n/g, '\r\n')}`
}

function multipart(boundary: string, parts: string[]): string {
  const wrapped = parts.map((content) => `--${boundary}\r\n${content}\r\n`).join('')
  return `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n${wrapped}--${boundary}--`
}

/** 52 characters in base64: with what is around them, and the name of the header, a line has the 76 that RFC 2047 allows. */
const encodedWordBytes = 39

/** Anything but printable ASCII becomes encoded words (RFC 2047), line breaks among it: a value can't start a header of its own. */
function headerText(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value) && !value.includes('=?')) return value
  const words = inBytes(value, encodedWordBytes).map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`)
  return words.join('\r\n ')
}

/** Cuts a text into parts of so many bytes at most, never within a character. */
function inBytes(text: string, most: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const character of text) {
    if (Buffer.byteLength(part + character) > most) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}
