import { type DeviceKind, destinationHref, deviceKinds, type ShopReason, shopReasons } from '@linkshelf/contract/basics'
import { z } from 'zod'

export interface Destination {
  /** An http(s) address as the URL parser writes it, since nothing else may reach a header. */
  readonly destination: string
  /** The offset in it where the id of a click is inserted; undefined for destinations that take none. */
  readonly clickIdAt?: number | undefined
  /** The shop of a retailer: `amazon.de`. */
  readonly shop?: string | undefined
  /** It has the owner's tag. */
  readonly isTagged?: boolean | undefined
  /** A page that names the shop has to come first: its rules forbid a redirect. */
  readonly needsPage?: boolean | undefined
}

/**
 * A link as the edge uses it: the same from the database to the cache, the snapshot and the click record. Its own
 * destination is the default, when no rule matches.
 */
export interface ResolvedLink extends Destination {
  readonly linkId: string
  readonly projectId: string
  readonly organizationId: string
  /** Incremented with every change of the destination or the rules. */
  readonly revision: number
  /** The first rule that matches decides. */
  readonly rules: readonly DestinationRule[]
  /** The alias by which it was found; undefined at its own address. */
  readonly aliasId?: string | undefined
  /** The title, only for links with a page that shows it. */
  readonly title?: string | undefined
  /** It is the short URL of a page that was deleted: it leads nowhere. */
  readonly isPageDeleted?: boolean | undefined
  /** The buttons of its choice page, if it has one. */
  readonly choices?: readonly Choice[] | undefined
}

export interface Choice extends Destination {
  readonly name: string
  /** Visitors from there see it first. */
  readonly place: string | null
}

export interface ShopDestination extends Destination {
  readonly reason: ShopReason
}

/** Every `destination` was checked like the link's own. */
export type DestinationRule =
  /**
   * Chooses the shop of the visitor's country. `shops` are by country or by marketplace of Amazon, a country first;
   * null where the visitor would have another shop, but the product is not known there. `market` is that of the link's
   * own destination at Amazon. The last rule: every visitor matches.
   */
  | { kind: 'shop'; market: string | null; shops: Readonly<Record<string, ShopDestination | null>> }
  /** `countries` are codes of ISO 3166-1, two capital letters each. */
  | { kind: 'country'; countries: readonly string[]; destination: string }
  | { kind: 'device'; devices: readonly DeviceKind[]; destination: string }
  /** Applies from an instant until just before another, in milliseconds since 1970; open where null. */
  | { kind: 'time'; fromAt: number | null; untilAt: number | null; destination: string }
  /** Each visitor gets one of them, chosen by weight; weights need no particular sum. */
  | { kind: 'split'; variants: readonly { weight: number; destination: string }[] }

const destination = z.string().transform((text, context) => {
  const href = destinationHref(text)
  if (href !== undefined) return href
  context.addIssue('not an http(s) address')
  return z.NEVER
})

const oneDestination = z.object({
  destination,
  clickIdAt: z.number().optional(),
  shop: z.string().optional(),
  isTagged: z.boolean().optional(),
  needsPage: z.boolean().optional(),
})
const shopDestination = z.object({ ...oneDestination.shape, reason: z.enum(shopReasons) })
const choice = z.object({ ...oneDestination.shape, name: z.string(), place: z.string().nullable() })

const destinationRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shop'), market: z.string().nullable(), shops: z.record(z.string(), shopDestination.nullable()) }),
  z.object({ kind: z.literal('country'), countries: z.array(z.string().regex(/^[A-Z]{2}$/)), destination }),
  z.object({ kind: z.literal('device'), devices: z.array(z.enum(deviceKinds)), destination }),
  z.object({ kind: z.literal('time'), fromAt: z.number().nullable(), untilAt: z.number().nullable(), destination }),
  z.object({ kind: z.literal('split'), variants: z.array(z.object({ weight: z.number().positive(), destination })).min(1) }),
])

export interface StoredLink extends Omit<ResolvedLink, 'rules' | 'choices'> {
  rules: unknown
  choices?: unknown
}

const noRules: readonly DestinationRule[] = []

/**
 * Checks what was stored. Returns undefined when the destination is not an http(s) address, however it came to be
 * stored: such a link leads nowhere. A rule that can't be read is skipped.
 */
export function toResolvedLink(stored: StoredLink): ResolvedLink | undefined {
  const { linkId, projectId, organizationId, revision, clickIdAt, shop, isTagged, needsPage, title, isPageDeleted, aliasId } = stored
  const destination = destinationHref(stored.destination)
  if (destination === undefined) return undefined
  const choices = stored.choices === undefined ? undefined : z.array(choice).safeParse(stored.choices).data
  return {
    linkId,
    projectId,
    organizationId,
    revision,
    destination,
    clickIdAt,
    shop,
    isTagged,
    needsPage,
    rules: toRules(stored.rules),
    title,
    isPageDeleted,
    aliasId,
    choices,
  }
}

function toRules(stored: unknown): readonly DestinationRule[] {
  if (!Array.isArray(stored) || stored.length === 0) return noRules // one array for all links without rules
  return stored.flatMap((rule) => destinationRule.safeParse(rule).data ?? [])
}
