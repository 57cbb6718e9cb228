import { type Entitlements, storeMessages, toEntitlements } from '@linkshelf/contract'
import { Anchor } from '@mantine/core'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { useSelection } from '../../features/organizations/selection.tsx'
import classes from './store-area.module.css'

const settingsPath = '/store/settings'

/**
 * Wraps every screen of the store. If the organization's plan does not include a screen, redirects to /404. On the Free
 * plan, a notice says that access is temporary.
 */
export function StoreArea() {
  const { current } = useSelection()
  const { pathname } = useLocation()
  if (current === undefined) return <Outlet />
  if (!isEnabled(pathname, toEntitlements(current.organization))) return <Navigate to="/404" replace />
  return (
    <>
      {current.organization.has_plans && current.organization.package === 'Free' && <FreePlanNotice />}
      <Outlet />
    </>
  )
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
