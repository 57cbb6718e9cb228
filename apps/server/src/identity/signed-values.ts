import { createHmac } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import { hasEqualBytes } from '../platform/has-equal-bytes.ts'

/** Signs values that a browser stores in a cookie, so that the browser can't change them. */
export interface SignedValues {
  /** Returns the text of a cookie. `lifetimeMs` is how long `read` accepts the text. */
  sign(value: object, lifetimeMs: number): string
  /** Returns the value. Returns undefined if the text was not signed here, or has expired. */
  read(text: string | undefined): unknown
}

/** The first key signs; every key verifies. A value that was signed for another purpose is not accepted. */
export function createSignedValues(keys: readonly [string, ...string[]], clock: Clock, purpose: string): SignedValues {
  const computeSignature = (key: string, content: string) => createHmac('sha256', key).update(`${purpose}\0${content}`).digest()
  return {
    sign(value, lifetimeMs) {
      const content = Buffer.from(JSON.stringify({ value, expiresAtMs: clock.now().getTime() + lifetimeMs })).toString('base64url')
      return `${content}.${computeSignature(keys[0], content).toString('base64url')}`
    },
    read(text = '') {
      const [content = '', signature = ''] = text.split('.')
      const given = Buffer.from(signature, 'base64url')
      if (!keys.some((key) => hasEqualBytes(given, computeSignature(key, content)))) return undefined
      const { value, expiresAtMs } = JSON.parse(Buffer.from(content, 'base64url').toString()) as { value: unknown; expiresAtMs: number }
      return expiresAtMs > clock.now().getTime() ? value : undefined
    },
  }
}
