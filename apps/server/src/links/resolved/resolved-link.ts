import { type DeviceKind, deviceKinds, type ShopReason, shopReasons, toDestinationHref } from '@linkshelf/contract/basics'
import { z } from 'zod'

export interface Destination {
  /** An http(s) address as the URL parser writes it, because no other text may get into a response header. */
  readonly destination: string
  /** Offset at which the id of a click is inserted into the destination. Undefined if no id is inserted. */
  readonly clickIdAt?: number | undefined
  /** Shop of a retailer, for example `amazon.de`. */
  readonly shop?: string | undefined
  /** The page that the destination leads to. Undefined if the destination is no short URL, or its page is unknown. */
  readonly expanded?: string | undefined
  /** True if a page that names the shop must come first, because the rules of the shop forbid a redirect. */
  readonly needsPage?: boolean | undefined
}

/**
 * A link as the edge uses it. Its form is the same in the database query, the cache, the snapshot and the click record.
 * If no rule matches, visitors are redirected to the link's own destination.
 */
export interface ResolvedLink extends Destination {
  readonly linkId: string
  readonly projectId: string
  readonly organizationId: string
  /** Incremented with every change of the destination or the rules. */
  readonly revision: number
  /** The first matching rule decides. */
  readonly rules: readonly DestinationRule[]
  /** The alias by which the link was found. Undefined at the link's own address. */
  readonly aliasId?: string | undefined
  /** Title of the link. Only set if the link has a page that shows it. */
  readonly title?: string | undefined
  /** True if the link is the short URL of a deleted page, so that it leads nowhere. */
  readonly isPageDeleted?: boolean | undefined
  /** The buttons of the link's choice page. Undefined if the link has no choice page. */
  readonly choices?: readonly Choice[] | undefined
}

export interface Choice extends Destination {
  readonly name: string
  /** Country or marketplace whose visitors see this choice first. Null if the choice is for no particular country. */
  readonly place: string | null
}

export interface ShopDestination extends Destination {
  readonly reason: ShopReason
}

/** Each `destination` was checked like the link's own destination. */
export type DestinationRule =
  /**
   * Chooses the shop of the visitor's country. The keys of `shops` are countries and marketplaces of Amazon. The
   * country's key is tried before the marketplace's key. A value is null if the visitor has another marketplace than
   * the link, but the product's page there is unknown. `market` is the marketplace of the link's own destination at
   * Amazon. This is the last rule, because it matches every visitor.
   */
  | { kind: 'shop'; market: string | null; shops: Readonly<Record<string, ShopDestination | null>> }
  /** `countries` are ISO 3166-1 codes of two capital letters. */
  | { kind: 'country'; countries: readonly string[]; destination: string }
  | { kind: 'device'; devices: readonly DeviceKind[]; destination: string }
  /** Applies from `fromAt` until just before `untilAt`, in milliseconds since 1970. Null means no bound. */
  | { kind: 'time'; fromAt: number | null; untilAt: number | null; destination: string }
  /** Each visitor gets one variant, chosen by weight. The weights need no particular sum. */
  | { kind: 'split'; variants: readonly { weight: number; destination: string }[] }

const destination = z.string().transform((text, context) => {
  const href = toDestinationHref(text)
  if (href !== undefined) return href
  context.addIssue('not an http(s) address')
  return z.NEVER
})

const oneDestination = z.object({
  destination,
  clickIdAt: z.number().optional(),
  shop: z.string().optional(),
  expanded: z.string().optional(),
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

/** Lists every destination that visitors of the link can get. */
export function listDestinations(link: Destination & Pick<ResolvedLink, 'rules' | 'choices'>): readonly Destination[] {
  return link.choices ?? [link, ...link.rules.flatMap(listRuleDestinations)]
}

/** Returns the URL that visitors arrive at. If a short URL's page is unknown, returns the short URL. */
export function toReachedUrl({ destination, expanded = destination }: Destination): string {
  return expanded
}

function listRuleDestinations(rule: DestinationRule): readonly Destination[] {
  if (rule.kind === 'shop') return Object.values(rule.shops).filter((shop) => shop !== null)
  return rule.kind === 'split' ? rule.variants : [rule]
}

const noRules: readonly DestinationRule[] = []

/**
 * Returns a stored link after checking it. Returns undefined if the destination is not an http(s) address, because such
 * a link leads nowhere. Skips rules that can't be read.
 */
export function toResolvedLink(stored: StoredLink): ResolvedLink | undefined {
  const { linkId, projectId, organizationId, revision, clickIdAt, shop, expanded, needsPage, title, isPageDeleted, aliasId } = stored
  const destination = toDestinationHref(stored.destination)
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
    expanded,
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
