import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { SignInGate } from './features/identity/sign-in-gate.tsx'
import { ProjectGate } from './features/organizations/project-gate.tsx'
import { SelectionProvider } from './features/organizations/selection.tsx'
import { Frame } from './screens/frame.tsx'
import { Logo } from './screens/logo.tsx'
import { DashboardWaiting, LinksWaiting, LinkWaiting } from './screens/waiting.tsx'

const DashboardScreen = lazy(() => import('./screens/dashboard-screen.tsx').then((module) => ({ default: module.DashboardScreen })))
const LinksScreen = lazy(() => import('./screens/links-screen.tsx').then((module) => ({ default: module.LinksScreen })))
const LinkScreen = lazy(() => import('./screens/link-screen.tsx').then((module) => ({ default: module.LinkScreen })))
const SignInScreen = lazy(() => import('./screens/sign-in-screen.tsx').then((module) => ({ default: module.SignInScreen })))
const CallbackScreen = lazy(() => import('./screens/callback-screen.tsx').then((module) => ({ default: module.CallbackScreen })))
const NotFoundScreen = lazy(() => import('./screens/not-found-screen.tsx').then((module) => ({ default: module.NotFoundScreen })))

/** Every address of the dashboard. A screen's code loads with its first visit. */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path="/callback" element={<CallbackScreen />} />
        <Route path="/sign-in" element={<SignInScreen />} />
        <Route path="/404" element={<NotFoundScreen />} />
        <Route element={<SignedIn />}>
          <Route path="/" element={inProject(<DashboardScreen />, <DashboardWaiting />)} />
          <Route path="/links" element={inProject(<LinksScreen />, <LinksWaiting />)} />
          <Route path="/links/:linkId" element={inProject(<LinkScreen />, <LinkWaiting />)} />
        </Route>
        <Route path="*" element={<Navigate to="/404" replace />} />
      </Routes>
    </Suspense>
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
