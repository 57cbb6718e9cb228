import { expect, it } from 'vitest'
import { exceedsMultipartLimits } from './multipart-limits.ts'

const type = 'multipart/form-data; boundary="x-boundary-of-a-form-that-is-long"'
const part = (headers: string) => `--x-boundary-of-a-form-that-is-long\r\n${headers}\r\n\r\nvalue\r\n`
const field = 'Content-Disposition: form-data; name="a"'
const end = '--x-boundary-of-a-form-that-is-long--\r\n'

it.each([
  ['32 parts', part(field).repeat(32) + end, false],
  ['33 parts', part(field).repeat(33) + end, true],
  ['headers of 8 KB', part(field + ' '.repeat(8_000)) + end, false],
  ['headers of 9 KB', part(field + ' '.repeat(9_000)) + end, true],
  ['headers without an end', `--x-boundary-of-a-form-that-is-long\r\n${'a'.repeat(9_000)}`, true],
  ['a boundary in a name', part(field + 'x-boundary-of-a-form-that-is-long'.repeat(40)) + end, true],
  ['no part', '', false],
])('checks a form with %s', (_name, body, exceeds) => {
  expect(exceedsMultipartLimits(type, Buffer.from(body))).toBe(exceeds)
})

it('reads the boundary as the parser does', () => {
  const many = Buffer.from(part(field).repeat(33) + end)
  expect(exceedsMultipartLimits(type.replace('form-data;', 'form-data; a="; boundary=b";'), many)).toBe(true)
  expect(exceedsMultipartLimits('multipart/form-data', many)).toBe(false)
})
