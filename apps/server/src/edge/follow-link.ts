import type { Go, KnownLink } from './known-link.ts'

export type Outcome = Go | { kind: 'gone' } | { kind: 'unknown' }

const GONE = { kind: 'gone' } as const
const UNKNOWN = { kind: 'unknown' } as const

/** What a visitor gets. Pure: each rule is one line here and one row in the test. */
export function followLink(link: KnownLink | null): Outcome {
  if (link === null) return UNKNOWN
  if (link.isDeleted) return GONE
  return link.go ?? UNKNOWN // built once, when the link became known
}
