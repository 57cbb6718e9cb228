import { encodeExtended } from 'content-disposition'

/**
 * RFC 6266: the name in ASCII, and in UTF-8 for clients that support it. Both are always there, and the ASCII name is
 * quoted: the API client reads no other form.
 */
export function toContentDisposition(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-zA-Z0-9._]+/g, '-')
    .replace(/^-/, '')
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(name)}`
}

/** Keeps letters and digits of every script; anything between them becomes one hyphen. */
export function toKebabCase(text: string): string {
  const parts = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return (parts ?? []).join('-')
}
