import type { DeviceKind } from '@linkshelf/contract'
import type { DestinationRule, ResolvedLink } from '../links/index.ts'
import type { RedirectOutcome } from './outcome.ts'

/** What rules depend on. Device and share are computed only when a rule needs them. */
export interface VisitContext {
  /** Milliseconds since 1970. */
  at: number
  /** ISO 3166-1, two capital letters; empty when unknown. */
  country(): string
  /** Empty when unknown. */
  device(): DeviceKind | ''
  /** A hash of link, address and User-Agent: at least 0, less than 1. */
  share(): number
}

/** The first rule that matches, or the link's own destination. */
export function chooseDestination(link: ResolvedLink, visit: VisitContext): Pick<RedirectOutcome, 'location' | 'clickIdAt' | 'rule'> {
  for (const rule of link.rules) {
    const location = destinationBy(rule, visit)
    if (location !== undefined) return { location, rule: rule.kind }
  }
  return { location: link.destination, clickIdAt: link.clickIdAt, rule: 'default' }
}

function destinationBy(rule: DestinationRule, visit: VisitContext): string | undefined {
  switch (rule.kind) {
    case 'country':
      return rule.countries.includes(visit.country()) ? rule.destination : undefined
    case 'device': {
      const device = visit.device()
      return device !== '' && rule.devices.includes(device) ? rule.destination : undefined
    }
    case 'time':
      return (rule.fromAt ?? visit.at) <= visit.at && visit.at < (rule.untilAt ?? Number.POSITIVE_INFINITY) ? rule.destination : undefined
    case 'split':
      return pickByWeight(rule.variants, visit.share())
  }
}

function pickByWeight(variants: readonly { weight: number; destination: string }[], share: number): string | undefined {
  let rest = share * variants.reduce((sum, { weight }) => sum + weight, 0)
  const found = variants.find(({ weight }) => {
    rest -= weight
    return rest < 0
  })
  return (found ?? variants.at(-1))?.destination // rounding may leave a rest of 0 behind the last
}
