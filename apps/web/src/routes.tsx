import { Suspense, useEffect } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router'
import { SignInGuard } from './features/identity/sign-in-guard.tsx'
import { LabelsProvider } from './features/labels/labels-provider.tsx'
import { SelectionProvider } from './features/organizations/selection.tsx'
import { type Preloaded, preloadMatchingScreen } from './preload-screen.ts'
import { createProjectRoute } from './project-route.tsx'
import { AnalyticsLoading } from './screens/analytics/analytics-loading.tsx'
import { AppLayout } from './screens/layout/app-layout.tsx'
import { Logo } from './screens/layout/logo.tsx'
import { NewLinkRedirect } from './screens/layout/new-link-outlet.tsx'
import type { LinkTab } from './screens/links/link-paths.ts'
import { DashboardLoading, LinkLoading, LinksLoading } from './screens/loading.tsx'
import { PageError } from './screens/page-error.tsx'
import { SettingsLoading } from './screens/settings/settings-loading.tsx'
import { ContinueToRequested } from './screens/sign-in/continue-to-requested.tsx'
import { LazySuspense } from './ui/lazy-boundary.tsx'
import { createLazyComponent } from './ui/lazy-component.tsx'
import { ErrorBoundary } from './ui/states/error-boundary.tsx'

const DashboardScreen = createLazyComponent(() =>
  import('./screens/dashboard/dashboard-screen.tsx').then((module) => module.DashboardScreen),
)
const LinksScreen = createLazyComponent(() => import('./screens/links/links-screen.tsx').then((module) => module.LinksScreen))
const LinkScreen = createLazyComponent(() => import('./screens/links/link-screen.tsx').then((module) => module.LinkScreen))
const LinkReportScreen = createLazyComponent(() =>
  import('./screens/links/link-report-screen.tsx').then((module) => module.LinkReportScreen),
)
const AnalyticsScreen = createLazyComponent(() =>
  import('./screens/analytics/analytics-screen.tsx').then((module) => module.AnalyticsScreen),
)
const LinkOverview = createLazyComponent(() => import('./screens/links/link-overview.tsx').then((module) => module.LinkOverview))
const LinkAnalytics = createLazyComponent(() =>
  import('./screens/analytics/link/link-analytics.tsx').then((module) => module.LinkAnalytics),
)
const LinkQrCode = createLazyComponent(() => import('./screens/links/link-qr-code.tsx').then((module) => module.LinkQrCode))
const LinkSettings = createLazyComponent(() => import('./screens/links/link-settings.tsx').then((module) => module.LinkSettings))
const loadStoreRoutes = () => import('./store-routes.tsx')
const StoreRoutes = createLazyComponent(() => loadStoreRoutes().then((module) => module.StoreRoutes))
const SettingsScreen = createLazyComponent(() => import('./screens/settings/settings-screen.tsx').then((module) => module.SettingsScreen))
const EnterpriseScreen = createLazyComponent(() =>
  import('./screens/settings/enterprise-screen.tsx').then((module) => module.EnterpriseScreen),
)
const SignInScreen = createLazyComponent(() => import('./screens/sign-in/sign-in-screen.tsx').then((module) => module.SignInScreen))
const CallbackScreen = createLazyComponent(() => import('./screens/sign-in/callback-screen.tsx').then((module) => module.CallbackScreen))
const InvitationScreen = createLazyComponent(() =>
  import('./screens/invitation/invitation-screen.tsx').then((module) => module.InvitationScreen),
)
const NotFoundScreen = createLazyComponent(() => import('./screens/not-found-screen.tsx').then((module) => module.NotFoundScreen))

const screensByPath = {
  '/': DashboardScreen,
  '/new': DashboardScreen,
  '/links': LinksScreen,
  '/links/report': LinkReportScreen,
  '/links/:linkId': createLinkTabScreen(LinkOverview),
  '/links/:linkId/qr': createLinkTabScreen(LinkQrCode),
  '/links/:linkId/settings': createLinkTabScreen(LinkSettings),
  '/analytics': AnalyticsScreen,
  '/analytics/link/:linkId': createLinkTabScreen(LinkAnalytics),
  '/settings/:tab': SettingsScreen,
  '/settings/subscription/enterprise': EnterpriseScreen,
  '/invitations/:token': InvitationScreen,
}

/** Loads the code of a tab together with the code of the link's page. */
function createLinkTabScreen(part: Preloaded): Preloaded {
  return { preload: async () => void (await Promise.all([LinkScreen.preload(), part.preload()])) }
}

/**
 * Loads the code of the screen at this path. Also resolves if the code could not be loaded, because rendering the
 * screen then shows the error.
 */
export async function preloadScreen(pathname: string): Promise<void> {
  if (matchPath('/store/*', pathname) !== null) return preloadStore(pathname)
  await preloadMatchingScreen(screensByPath, pathname)
}

async function preloadStore(pathname: string): Promise<void> {
  await StoreRoutes.preload()
  await loadStoreRoutes()
    .then(({ preloadStoreScreen }) => preloadStoreScreen(pathname))
    .catch(() => undefined)
}

/** Every route of the dashboard. The code of a screen is loaded on its first visit. */
export function AppRoutes() {
  const { pathname } = useLocation()
  // Loads all parts of the screen together if no link preloaded them, for example after a keyboard shortcut or a step
  // back in the history.
  useEffect(() => void preloadScreen(pathname), [pathname])

  return (
    <ErrorBoundary resetKey={pathname} fallback={(error) => <PageError error={error} />}>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/callback" element={<CallbackScreen />} />
          <Route path="/sign-in" element={<SignInScreen />} />
          <Route path="/invitations/:token" element={<InvitationScreen />} />
          <Route path="/404" element={<NotFoundScreen />} />
          <Route element={<SignedIn />}>
            <Route
              path="/"
              element={<ContinueToRequested>{createProjectRoute(<DashboardScreen />, <DashboardLoading />)}</ContinueToRequested>}
            />
            <Route path="/new" element={<NewLinkRedirect />} />
            <Route path="/links" element={createProjectRoute(<LinksScreen />, <LinksLoading />)} />
            <Route path="/links/report" element={createProjectRoute(<LinkReportScreen />, <LinksLoading />)} />
            <Route path="/links/:linkId" element={createLinkTab('overview', LinkOverview)} />
            <Route path="/links/:linkId/qr" element={createLinkTab('qr', LinkQrCode)} />
            <Route path="/links/:linkId/settings" element={createLinkTab('settings', LinkSettings)} />
            <Route path="/analytics" element={createProjectRoute(<AnalyticsScreen />, <AnalyticsLoading />)} />
            <Route path="/analytics/link/:linkId" element={createLinkTab('analytics', LinkAnalytics)} />
            <Route
              path="/store/*"
              element={
                <LazySuspense fallback={null}>
                  <StoreRoutes />
                </LazySuspense>
              }
            />
            <Route path="/settings/store" element={<Navigate to="/store/settings" replace />} />
            <Route path="/pricing" element={<Navigate to="/settings/subscription" replace />} />
            <Route path="/settings" element={<Navigate to="/settings/profile" replace />} />
            <Route path="/settings/subscription/enterprise" element={createProjectRoute(<EnterpriseScreen />, <SettingsLoading />)} />
            <Route
              path="/settings/:tab"
              element={
                <LazySuspense fallback={<SettingsLoading />}>
                  <SettingsScreen />
                </LazySuspense>
              }
            />
          </Route>
          <Route path="*" element={<Navigate to="/404" replace />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

/**
 * Returns the element of a tab's route. All tabs of a link are inside the same elements, so that the header stays
 * mounted when the tab changes.
 */
function createLinkTab(tab: LinkTab, part: typeof LinkOverview): React.ReactElement {
  return createProjectRoute(<LinkScreen tab={tab} part={part} />, <LinkLoading />)
}

function SignedIn() {
  return (
    <SignInGuard logo={<Logo />}>
      <SelectionProvider>
        <LabelsProvider>
          <AppLayout />
        </LabelsProvider>
      </SelectionProvider>
    </SignInGuard>
  )
}
