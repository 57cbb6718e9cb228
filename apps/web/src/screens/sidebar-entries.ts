import type { Organization } from '@linkshelf/contract'
import {
  type Icon,
  IconBuildingStore,
  IconChartBar,
  IconLayoutDashboard,
  IconLink,
  IconPackage,
  IconSettings,
  IconTags,
  IconUserCircle,
} from '@tabler/icons-react'

export interface SidebarEntry {
  to: string
  label: string
  Icon: Icon
}

/** Entries under one heading that opens and closes. */
export interface SidebarGroup {
  label: string
  Icon: Icon
  entries: readonly SidebarEntry[]
}

type StoreGates = Pick<Organization, 'store_page_enabled' | 'product_page_enabled'>

const alwaysShown: readonly SidebarEntry[] = [
  { to: '/', label: 'Dashboard', Icon: IconLayoutDashboard },
  { to: '/links', label: 'Links', Icon: IconLink },
  { to: '/analytics', label: 'Analytics', Icon: IconChartBar },
]

const storeSettings: SidebarEntry = { to: '/store/settings', label: 'Store Settings', Icon: IconSettings }
const products: SidebarEntry = { to: '/store/products', label: 'Products', Icon: IconPackage }
const categories: SidebarEntry = { to: '/store/categories', label: 'Categories', Icon: IconTags }

/** Where the user menu leads. */
export const personalEntries: readonly SidebarEntry[] = [
  { to: '/settings/profile', label: 'Profile', Icon: IconUserCircle },
  { to: '/settings', label: 'Settings', Icon: IconSettings },
]

/** What the sidebar holds for this organization; without one, what everybody has. */
export function sidebarEntries(organization: StoreGates | undefined): readonly (SidebarEntry | SidebarGroup)[] {
  const entries = storeEntries(organization)
  return entries.length === 0 ? alwaysShown : [...alwaysShown, { label: 'Store', Icon: IconBuildingStore, entries }]
}

/** The store page brings all three entries, the product page alone brings no store to set up. */
function storeEntries(organization: StoreGates | undefined): readonly SidebarEntry[] {
  if (organization?.store_page_enabled) return [storeSettings, products, categories]
  return organization?.product_page_enabled ? [products, categories] : []
}

/** Without the entries that lead nowhere, and without a group that has none left. */
export function filterByScreen(
  items: readonly (SidebarEntry | SidebarGroup)[],
  hasScreen: (path: string) => boolean,
): readonly (SidebarEntry | SidebarGroup)[] {
  return items
    .map((item) => ('to' in item ? item : { ...item, entries: item.entries.filter(({ to }) => hasScreen(to)) }))
    .filter((item) => ('to' in item ? hasScreen(item.to) : item.entries.length > 0))
}

/** Every entry, those of groups among them. */
export function flattenGroups(items: readonly (SidebarEntry | SidebarGroup)[]): readonly SidebarEntry[] {
  return items.flatMap((item) => ('to' in item ? [item] : item.entries))
}
