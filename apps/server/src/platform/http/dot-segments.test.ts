import { expect, it } from 'vitest'
import { hasDotSegment } from './dot-segments.ts'

it.each(['/v1/labels/..', '/v1/labels/%2e%2E', '/v1/.%2e/x', '/v1/./x?y', '/a\\..\\b', '/..', 'http://app.test/v1/..', '/.\t./x'])(
  'finds a dot segment in %j',
  (target) => {
    expect(hasDotSegment(target)).toBe(true)
  },
)

it.each(['/v1/labels/...', '/.well-known/x', '/a..b/c.', '/x?next=/../y', '/%252e%252e', '*'])('finds no dot segment in %j', (target) => {
  expect(hasDotSegment(target)).toBe(false)
})
