import { type Entitlements, storeMessages, toEntitlements } from '@linkshelf/contract'
import { Anchor } from '@mantine/core'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import type { Selection } from '../../features/organizations/choose-selection.ts'
import { useSelection } from '../../features/organizations/selection.tsx'
import { productsPath } from '../../features/products/product-paths.ts'
import { findNearLinkLimit } from '../limits/link-usage.ts'
import { LinkLimitNotice } from '../limits/upgrade-notice.tsx'
import { AreaNoticeContext } from '../screen.tsx'
import classes from './store-area.module.css'

const settingsPath = '/store/settings'

/**
 * Wraps every screen of the store. If the organization's plan does not include a screen, redirects to /404. On the Free
 * plan, a notice below the heading says that access is temporary.
 */
export function StoreArea() {
  const { current } = useSelection()
  const { pathname } = useLocation()
  if (current === undefined) return <Outlet />
  if (!isEnabled(pathname, toEntitlements(current.organization))) return <Navigate to="/404" replace />
  return (
    <AreaNoticeContext value={chooseNotice(current, pathname)}>
      <Outlet />
    </AreaNoticeContext>
  )
}

/** Returns at most one notice. On screens of products, the limit of the plan's links is more important. */
function chooseNotice(current: Selection, pathname: string): React.ReactNode {
  if (pathname.startsWith(productsPath) && findNearLinkLimit(current) !== undefined) return <LinkLimitNotice />
  const { has_plans, package: plan } = current.organization
  return has_plans && plan === 'Free' ? <FreePlanNotice /> : null
}

function FreePlanNotice() {
  return (
    <p className={classes.notice} role="note">
      <span>{storeMessages.temporaryAccess}</span> Included while stores are in preview.{' '}
      <Anchor component={Link} to="/settings/subscription" c="inherit" inherit td="underline">
        See plans
      </Anchor>
    </p>
  )
}

/** Redirects `/store` to the first entry of the sidebar's group Store. */
export function StoreHome() {
  const { status, current } = useSelection()
  if (status === 'pending') return null
  const hasSettings = current === undefined || toEntitlements(current.organization).hasStorePage
  return <Navigate to={hasSettings ? settingsPath : '/store/products'} replace />
}

function isEnabled(pathname: string, { hasStorePage, hasProducts }: Entitlements): boolean {
  return pathname === settingsPath ? hasStorePage : hasProducts
}
