// Prices and features of the plans. The public call, the dashboard and the payment provider use no other source.
import { includesFullAnalytics, type PackageName, packageLimits, packagesWithSnippetConnections, raiseLimits } from '../plan-limits.ts'

export interface PricingPlan {
  id: string
  name: PackageName
  title: PackageName
  /** In US dollars: per month, or once if the plan is `lifetime`. */
  price: number | 'Custom'
  features: string[]
  popular: boolean
  pricing_type: 'recurring' | 'lifetime'
  description: string
  /** The discount of annual or lifetime billing, as text. */
  savings: string | null
  note: string | null
  buttonLabel: string
}

export const popularBadge = 'Popular'
export const contactForPricing = 'Contact for pricing'

type Offer = Pick<PricingPlan, 'price' | 'description' | 'buttonLabel'> & Partial<Pick<PricingPlan, 'popular' | 'pricing_type' | 'note'>>

const offersByPackage: Record<PackageName, Offer> = {
  Starter: { price: 9, description: 'For a first site that grows.', buttonLabel: 'Choose Starter' },
  Pro: { price: 29, popular: true, description: 'For creators who earn a living from links.', buttonLabel: 'Choose Pro' },
  Business: { price: 79, description: 'For teams with many sites and shops.', buttonLabel: 'Choose Business' },
  Lifetime: {
    price: 399,
    pricing_type: 'lifetime',
    description: 'Everything in Pro, one payment.',
    note: 'One payment, no renewals.',
    buttonLabel: 'Get Lifetime',
  },
  Free: {
    price: 0,
    description: 'For trying it out, for as long as you like.',
    note: 'Temporary access to store pages.',
    buttonLabel: 'Switch to Free',
  },
  Enterprise: {
    price: 'Custom',
    description: 'For companies that need terms of their own.',
    note: 'Limits and support as agreed with you.',
    buttonLabel: 'Contact us',
  },
}

/** Returns all plans, in the order in which they are shown. */
export function listPricingPlans(): PricingPlan[] {
  return (Object.keys(offersByPackage) as PackageName[]).map((name) => {
    const { popular = false, pricing_type = 'recurring', note = null, ...offer } = offersByPackage[name]
    return {
      id: name.toLowerCase(),
      name,
      title: name,
      popular,
      pricing_type,
      note,
      features: listPlanFeatures(name),
      savings: formatSavings(name),
      ...offer,
    }
  })
}

/** Returns the price of a year: 12 times the monthly price, less 15 percent, rounded. */
export function computeAnnualPrice(monthlyPrice: number): number {
  return Math.round(monthlyPrice * 12 * 0.85)
}

function formatSavings(name: PackageName): string | null {
  const { price, pricing_type } = offersByPackage[name]
  if (price === 'Custom' || price === 0) return null
  if (pricing_type !== 'lifetime') return `Save $${price * 12 - computeAnnualPrice(price)} a year`
  return `Pays for itself in ${Math.ceil(price / Number(offersByPackage.Pro.price))} months of Pro`
}

type MeasuredLimit = 'linksPerProject' | 'clicksPerMonth' | 'apiRequestsPerMonth' | 'domains' | 'historyDays' | 'uploadBytes'

/** Limits that the cards of plans show, in this order. */
const measuredLimits: { limit: MeasuredLimit; format: (limit: number) => string; unit: string; unitOfOne?: string }[] = [
  { limit: 'linksPerProject', format: formatLimit, unit: 'links per project' },
  { limit: 'clicksPerMonth', format: formatLimit, unit: 'clicks shown a month' },
  { limit: 'apiRequestsPerMonth', format: formatLimit, unit: 'API requests a month' },
  { limit: 'domains', format: formatLimit, unit: 'domains of your own', unitOfOne: 'domain of your own' },
  { limit: 'historyDays', format: formatDays, unit: 'of history' },
  { limit: 'uploadBytes', format: formatBytes, unit: 'of pictures' },
]

const includedInEveryPlan = ['A store for each project', 'Your own branding on store pages', 'Unlimited members']

function listPlanFeatures(name: PackageName): string[] {
  const limits = packageLimits[name]
  return [
    ...measuredLimits.map(
      ({ limit, format, unit, unitOfOne = unit }) => `${format(limits[limit])} ${limits[limit] === 1 ? unitOfOne : unit}`,
    ),
    includesFullAnalytics(name) ? 'Countries, devices and visitors' : 'Clicks by day and top links',
    ...includedInEveryPlan,
  ]
}

/**
 * Returns the limits and features that an organization loses if it changes its package, for example "10 instead of
 * 5,000 links per project". `raised` has the limits that the operator raised for the organization.
 */
export function listPlanLosses(from: PackageName, to: PackageName, raised: Readonly<Record<string, number>> = {}): string[] {
  const [before, after] = [raiseLimits(from, raised), raiseLimits(to, raised)]
  const losses = measuredLimits
    .filter(({ limit }) => after[limit] < before[limit])
    .map(({ limit, format, unit }) => `${format(after[limit])} instead of ${lowercaseFirst(format(before[limit]))} ${unit}`)
  if (includesFullAnalytics(from) && !includesFullAnalytics(to)) losses.push('Countries, devices and visitors are hidden')
  if (packagesWithSnippetConnections.includes(from) && !packagesWithSnippetConnections.includes(to))
    losses.push('Scripts in the HTML of your store can’t open connections')
  return losses
}

/**
 * Returns the text with a small first letter. A formatted limit such as "Unlimited" begins with a capital, which would
 * be wrong inside a sentence.
 */
function lowercaseFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function formatLimit(limit: number): string {
  return Number.isFinite(limit) ? limit.toLocaleString('en') : 'Unlimited'
}

function formatDays(days: number): string {
  if (!Number.isFinite(days)) return 'All years'
  const years = Math.floor(days / 365)
  if (years === 0) return `${days} days`
  return years === 1 ? '1 year' : `${years} years`
}

function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return 'Any amount'
  return bytes < 1e9 ? `${bytes / 1e6} MB` : `${bytes / 1e9} GB`
}
