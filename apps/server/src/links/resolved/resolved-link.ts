import { type DeviceKind, destinationHref, deviceKinds } from '@linkshelf/contract'
import { z } from 'zod'

/** A link as the edge uses it: the same from the database to the cache, the snapshot and the click record. */
export interface ResolvedLink {
  readonly linkId: string
  readonly projectId: string
  readonly organizationId: string
  /** Incremented with every change of the destination or the rules. */
  readonly revision: number
  /** An http(s) address as the URL parser writes it: nothing else may reach a header. The default, when no rule matches. */
  readonly destination: string
  /** Where in the destination the id of a click goes; undefined for destinations that take none. */
  readonly clickIdAt?: number | undefined
  /** The first rule that matches decides. */
  readonly rules: readonly DestinationRule[]
}

/** Every `destination` was checked like the link's own. */
export type DestinationRule =
  /** ISO 3166-1, two capital letters each. */
  | { kind: 'country'; countries: readonly string[]; destination: string }
  | { kind: 'device'; devices: readonly DeviceKind[]; destination: string }
  /** From an instant until just before another, in milliseconds since 1970; open where null. */
  | { kind: 'time'; fromAt: number | null; untilAt: number | null; destination: string }
  /** Each visitor gets one of them, chosen by weight; weights need no particular sum. */
  | { kind: 'split'; variants: readonly { weight: number; destination: string }[] }

const destination = z.string().transform((text, context) => {
  const href = destinationHref(text)
  if (href !== undefined) return href
  context.addIssue('not an http(s) address')
  return z.NEVER
})

const destinationRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('country'), countries: z.array(z.string().regex(/^[A-Z]{2}$/)), destination }),
  z.object({ kind: z.literal('device'), devices: z.array(z.enum(deviceKinds)), destination }),
  z.object({ kind: z.literal('time'), fromAt: z.number().nullable(), untilAt: z.number().nullable(), destination }),
  z.object({ kind: z.literal('split'), variants: z.array(z.object({ weight: z.number().positive(), destination })).min(1) }),
])

export interface StoredLink extends Omit<ResolvedLink, 'rules'> {
  rules: unknown
}

const noRules: readonly DestinationRule[] = []

/**
 * Checks what was stored. Returns undefined when the destination is not an http(s) address, however it came to be stored: such a link leads nowhere. A rule
 * that can't be read is skipped.
 */
export function toResolvedLink(stored: StoredLink): ResolvedLink | undefined {
  const { linkId, projectId, organizationId, revision, clickIdAt } = stored
  const destination = destinationHref(stored.destination)
  if (destination === undefined) return undefined
  return { linkId, projectId, organizationId, revision, destination, clickIdAt, rules: toRules(stored.rules) }
}

function toRules(stored: unknown): readonly DestinationRule[] {
  if (!Array.isArray(stored) || stored.length === 0) return noRules // one array for all links without rules
  return stored.flatMap((rule) => destinationRule.safeParse(rule).data ?? [])
}
