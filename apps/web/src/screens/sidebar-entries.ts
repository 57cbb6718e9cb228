import type { Entitlements } from '@linkshelf/contract'
import {
  type Icon,
  IconBrandYoutube,
  IconBuildingStore,
  IconChartBar,
  IconCoins,
  IconLayoutDashboard,
  IconLink,
  IconLinkOff,
  IconPackage,
  IconSettings,
  IconShoppingCart,
  IconTags,
  IconUserCircle,
} from '@tabler/icons-react'
import type { Location } from 'react-router'

export interface SidebarEntry {
  to: string
  label: string
  Icon: Icon
}

/** A collapsible group of entries. */
export interface SidebarGroup {
  label: string
  Icon: Icon
  entries: readonly SidebarEntry[]
}

type StoreFeatures = Pick<Entitlements, 'hasStorePage' | 'hasProductPage'>

const alwaysShown: readonly SidebarEntry[] = [
  { to: '/', label: 'Dashboard', Icon: IconLayoutDashboard },
  { to: '/links', label: 'Links', Icon: IconLink },
  { to: '/analytics', label: 'Analytics', Icon: IconChartBar },
]

/** Screens that show how links earn. Their URLs are in the settings, the analytics and the links. */
const earn: SidebarGroup = {
  label: 'Earn',
  Icon: IconCoins,
  entries: [
    { to: '/settings/integrations', label: 'Retailers', Icon: IconShoppingCart },
    { to: '/analytics?tab=earnings', label: 'Earnings', Icon: IconChartBar },
    { to: '/links/report', label: 'Link check', Icon: IconLinkOff },
    { to: '/settings/youtube', label: 'YouTube', Icon: IconBrandYoutube },
  ],
}

const storeSettings: SidebarEntry = { to: '/store/settings', label: 'Store Settings', Icon: IconSettings }
const products: SidebarEntry = { to: '/store/products', label: 'Products', Icon: IconPackage }
const categories: SidebarEntry = { to: '/store/categories', label: 'Categories', Icon: IconTags }

const settings: SidebarEntry = { to: '/settings', label: 'Settings', Icon: IconSettings }

/** The entries of the user menu. */
export const personalEntries: readonly SidebarEntry[] = [{ to: '/settings/profile', label: 'Profile', Icon: IconUserCircle }, settings]

/**
 * Returns the sidebar entries of an organization. If `features` is undefined, returns the entries that every
 * organization has.
 */
export function listSidebarEntries(features: StoreFeatures | undefined): readonly (SidebarEntry | SidebarGroup)[] {
  const entries = listStoreEntries(features)
  const store = entries.length === 0 ? [] : [{ label: 'Store', Icon: IconBuildingStore, entries }]
  return [...alwaysShown, earn, ...store, settings]
}

/**
 * Returns the store entries that the organization's features allow. With the store page, all three entries are
 * returned. With only the product page, Store Settings is omitted.
 */
function listStoreEntries(features: StoreFeatures | undefined): readonly SidebarEntry[] {
  if (features?.hasStorePage) return [storeSettings, products, categories]
  return features?.hasProductPage ? [products, categories] : []
}

/** Returns all entries, including the entries in groups. */
export function flattenGroups(items: readonly (SidebarEntry | SidebarGroup)[]): readonly SidebarEntry[] {
  return items.flatMap((item) => ('to' in item ? [item] : item.entries))
}

/**
 * Returns the path of the entry that a URL belongs to. If several entries match, the entry with the longest path is the
 * most specific: `/settings/integrations` is Retailers and not Settings. A link's analytics are a tab of the link's
 * page, so they belong to Links.
 */
export function findCurrentPath(
  items: readonly (SidebarEntry | SidebarGroup)[],
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string | undefined {
  const shown = pathname.startsWith('/analytics/link/') ? '/links' : pathname
  const isCurrent = ({ to }: SidebarEntry) => {
    const [path = '', query = ''] = to.split('?')
    return search.includes(query) && (shown === path || (path !== '/' && shown.startsWith(`${path}/`)))
  }
  const matching = flattenGroups(items).filter(isCurrent)
  return matching.toSorted((one, other) => other.to.length - one.to.length)[0]?.to
}
