import { MIMEType } from 'node:util'
import { Parser } from 'htmlparser2'

/** A page has to declare its charset within these first bytes (HTML standard, 13.2.3.2). */
const declarationBytes = 1_024

/**
 * Decodes a page by its byte order mark, the Content-Type header, or its own `<meta>`. Without any of them it is UTF-8
 * where it is valid, else windows-1252.
 */
export function decodeHtml(body: Buffer, contentType: string): string {
  const declared = byteOrderMark(body) ?? toEncoding(charsetOf(contentType)) ?? toEncoding(declaredCharset(body))
  if (declared !== undefined) return new TextDecoder(declared).decode(body)
  try {
    // The body is decoded as a stream, since it may be cut in the middle of a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(body)
  }
}

function byteOrderMark(body: Buffer): string | undefined {
  if (body.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf))) return 'utf-8'
  if (body.subarray(0, 2).equals(Buffer.of(0xff, 0xfe))) return 'utf-16le'
  return body.subarray(0, 2).equals(Buffer.of(0xfe, 0xff)) ? 'utf-16be' : undefined
}

function declaredCharset(body: Buffer): string | undefined {
  let charset: string | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name !== 'meta' || charset !== undefined) return
      const isContentType = attributes['http-equiv']?.toLowerCase() === 'content-type'
      charset = attributes.charset ?? (isContentType ? charsetOf(attributes.content ?? '') : undefined)
    },
  })
  parser.end(body.subarray(0, declarationBytes).toString('latin1'))
  // A declaration that can be read as ASCII is not UTF-16 (HTML standard, 13.2.3.2).
  return charset !== undefined && /^utf-?16/i.test(charset.trim()) ? 'utf-8' : charset
}

function charsetOf(contentType: string): string | undefined {
  try {
    return new MIMEType(contentType).params.get('charset') ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined for a charset that the Encoding standard does not know. */
function toEncoding(charset: string | undefined): string | undefined {
  try {
    return charset === undefined ? undefined : new TextDecoder(charset).encoding
  } catch {
    return undefined
  }
}
