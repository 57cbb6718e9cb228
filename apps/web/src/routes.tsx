import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { SignInGate } from './features/identity/sign-in-gate.tsx'
import { ProjectGate } from './features/organizations/project-gate.tsx'
import { SelectionProvider } from './features/organizations/selection.tsx'
import { AnalyticsWaiting } from './screens/analytics/analytics-waiting.tsx'
import { LinkAnalyticsWaiting } from './screens/analytics/link-analytics-waiting.tsx'
import { Frame } from './screens/frame.tsx'
import { Logo } from './screens/logo.tsx'
import { PageError } from './screens/page-error.tsx'
import { SettingsWaiting } from './screens/settings/settings-waiting.tsx'
import { DashboardWaiting, LinksWaiting, LinkWaiting } from './screens/waiting.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { lazyPart } from './ui/lazy-part.tsx'

const DashboardScreen = lazyPart(() => import('./screens/dashboard-screen.tsx').then((module) => module.DashboardScreen))
const LinksScreen = lazyPart(() => import('./screens/links-screen.tsx').then((module) => module.LinksScreen))
const LinkScreen = lazyPart(() => import('./screens/link-screen.tsx').then((module) => module.LinkScreen))
const AnalyticsScreen = lazyPart(() => import('./screens/analytics/analytics-screen.tsx').then((module) => module.AnalyticsScreen))
const LinkAnalyticsScreen = lazyPart(() =>
  import('./screens/analytics/link-analytics-screen.tsx').then((module) => module.LinkAnalyticsScreen),
)
const SettingsScreen = lazyPart(() => import('./screens/settings/settings-screen.tsx').then((module) => module.SettingsScreen))
const SignInScreen = lazyPart(() => import('./screens/sign-in-screen.tsx').then((module) => module.SignInScreen))
const CallbackScreen = lazyPart(() => import('./screens/callback-screen.tsx').then((module) => module.CallbackScreen))
const NotFoundScreen = lazyPart(() => import('./screens/not-found-screen.tsx').then((module) => module.NotFoundScreen))

/** Every address of the dashboard. A screen's code loads with its first visit. */
export function AppRoutes() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary resetKey={pathname} fallback={(error) => <PageError error={error} />}>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/callback" element={<CallbackScreen />} />
          <Route path="/sign-in" element={<SignInScreen />} />
          <Route path="/404" element={<NotFoundScreen />} />
          <Route element={<SignedIn />}>
            <Route path="/" element={inProject(<DashboardScreen />, <DashboardWaiting />)} />
            <Route path="/links" element={inProject(<LinksScreen />, <LinksWaiting />)} />
            <Route path="/links/:linkId" element={inProject(<LinkScreen />, <LinkWaiting />)} />
            <Route path="/analytics" element={inProject(<AnalyticsScreen />, <AnalyticsWaiting />)} />
            <Route path="/analytics/link/:linkId" element={inProject(<LinkAnalyticsScreen />, <LinkAnalyticsWaiting />)} />
            <Route path="/settings" element={<Navigate to="/settings/profile" replace />} />
            <Route
              path="/settings/:tab"
              element={
                <Suspense fallback={<SettingsWaiting />}>
                  <SettingsScreen />
                </Suspense>
              }
            />
          </Route>
          <Route path="*" element={<Navigate to="/404" replace />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

function SignedIn() {
  return (
    <SignInGate logo={<Logo />}>
      <SelectionProvider>
        <Frame />
      </SelectionProvider>
    </SignInGate>
  )
}

/** `waiting` holds the screen's place while its project or its code is on the way. */
function inProject(screen: React.ReactNode, waiting: React.ReactNode) {
  return (
    <ProjectGate waiting={waiting}>
      <Suspense fallback={waiting}>{screen}</Suspense>
    </ProjectGate>
  )
}
