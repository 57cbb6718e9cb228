import type { FeedbackDraft } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ConfirmationBanner } from '../../features/identity/confirmation/confirmation-banner.tsx'
import { profileQuery } from '../../features/identity/save-profile.ts'
import { PrivacyLink, SocialLinks, TermsLink } from '../../features/instance/social-links.tsx'
import { StatusWidget } from '../../features/instance/status-widget.tsx'
import { ArchivedProjectBanner, DeletionBanner, OutdatedBanner, ViewerBanner } from '../../features/organizations/organization-banners.tsx'
import { useSelection } from '../../features/organizations/selection.tsx'
import { ArchivedProjectContext, RoleProvider } from '../../session/permissions.tsx'
import { readCookie, writeCookie } from '../../ui/browser/local-storage.ts'
import { smallScreenQuery } from '../../ui/browser/use-small-screen.ts'
import { LazyBoundary, LazySuspense } from '../../ui/lazy-boundary.tsx'
import { createLazyComponent, usePreload } from '../../ui/lazy-component.tsx'
import { createLazyDialog, DialogRoot } from '../../ui/overlays/dialogs.tsx'
import { ErrorBoundary, ScreenErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { isAboutUser } from '../screen-paths.ts'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import classes from './app-layout.module.css'
import { useNextStepOffer } from './next-step-offer.tsx'
import { Sidebar } from './sidebar.tsx'
import { SlowPageNote } from './slow-page-note.tsx'
import { TopBar } from './top-bar.tsx'

const openFeedbackDialog = createLazyDialog(async () => (await import('../feedback/feedback-form.tsx')).feedbackDialog)

/** The drawer's code is loaded when the drawer is opened, because only phones have a drawer. */
const SidebarDrawer = createLazyComponent(() => import('./sidebar-drawer.tsx').then((module) => module.SidebarDrawer))

/** Loaded when it is shown, because few accounts are going to be deleted. */
const AccountDeletionBanner = createLazyComponent(() =>
  import('../../features/identity/deletion/account-deletion-banner.tsx').then((module) => module.AccountDeletionBanner),
)

/** Loaded when it is shown, because few users reset two-step sign-in. */
const SecondFactorResetBanner = createLazyComponent(() =>
  import('../../features/identity/second-factor-reset-banner.tsx').then((module) => module.SecondFactorResetBanner),
)

/** Loaded when it is shown, because few organizations require a second factor. */
const SecondFactorScreen = createLazyComponent(() => import('./second-factor-screen.tsx').then((module) => module.SecondFactorScreen))

interface BannerAccount {
  email: string
  isConfirmed: boolean
  deletesAt: string | null
  resetAt: string | null
}

/** The layout of every screen of a signed-in user. */
export function AppLayout() {
  const { isCollapsed, toggle } = useSidebar()
  const { current, isOutdated, reload } = useSelection()
  const isArchived = current?.project.status === 'archived'
  const isBlocked = current?.organization.second_factor_missing === true
  const { data: account } = useQuery({
    ...profileQuery,
    select: ({ email, email_confirmed: isConfirmed, deletes_at: deletesAt, second_factor_reset_at: resetAt }) => ({
      ...{ email, isConfirmed, deletesAt, resetAt },
    }),
  })
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused')
  const palette = useRef<() => void>(null)
  const feedbackDraft = useRef<FeedbackDraft>({ subject: '', idea: '' })
  const { pathname, hash } = useLocation()
  const main = useFocusOnNavigation(pathname, hash)

  function toggleSidebar(): void {
    if (window.matchMedia(smallScreenQuery).matches) setDrawer(drawer === 'open' ? 'closed' : 'open')
    else toggle()
  }

  function togglePalette(): void {
    palette.current?.()
  }

  useNextStepOffer()
  useShortcuts({ onFind: togglePalette, onToggleSidebar: toggleSidebar })

  return (
    // Without the required second factor, a user can change nothing.
    <RoleProvider role={isBlocked ? 'viewer' : current?.organization.role}>
      <ArchivedProjectContext value={isArchived}>
        <div className={classes.layout} data-collapsed={isCollapsed || undefined}>
          <a className={classes.skip} href="#main">
            Skip to content
          </a>
          <aside className={classes.aside}>
            <Sidebar isCollapsed={isCollapsed} onToggle={toggle} />
          </aside>
          <div className={classes.column}>
            <div className={classes.top}>
              <TopBar onMenu={() => setDrawer('open')} onFind={togglePalette} />
            </div>
            <ErrorBoundary fallback={() => null}>
              <LazySuspense fallback={null}>
                {isOutdated ? <OutdatedBanner onRetry={reload} /> : chooseBanner(account, isBlocked ? undefined : current)}
              </LazySuspense>
            </ErrorBoundary>
            <main id="main" ref={main} tabIndex={-1} className={classes.main}>
              <ScreenErrorBoundary resetKey={pathname}>
                {isBlocked && !isAboutUser(pathname) ? (
                  <LazySuspense fallback={null}>
                    <SecondFactorScreen organization={current.organization} />
                  </LazySuspense>
                ) : (
                  <Outlet />
                )}
              </ScreenErrorBoundary>
            </main>
            <div className={classes.end}>
              <ErrorBoundary fallback={() => null}>
                <Footer draft={feedbackDraft} />
              </ErrorBoundary>
            </div>
            <SlowPageNote page={main} pathname={pathname} />
          </div>
          <DialogRoot />
          {drawer !== 'unused' && (
            <LazyBoundary onError={() => setDrawer('unused')}>
              <SidebarDrawer query={smallScreenQuery} isOpen={drawer === 'open'} onClose={() => setDrawer('closed')} />
            </LazyBoundary>
          )}
          <PaletteOutlet toggle={palette} draft={feedbackDraft} />
        </div>
      </ArchivedProjectContext>
    </RoleProvider>
  )
}

/** Returns the most urgent banner, because several banners would push the screen down. */
function chooseBanner(account: BannerAccount | undefined, current: ReturnType<typeof useSelection>['current']): React.ReactNode {
  if (account?.resetAt != null) return <SecondFactorResetBanner resetAt={account.resetAt} />
  if (account?.deletesAt != null) return <AccountDeletionBanner deletesAt={account.deletesAt} />
  if (current !== undefined && current.organization.deletes_at !== null) return <DeletionBanner organization={current.organization} />
  if (account?.isConfirmed === false) return <ConfirmationBanner email={account.email} />
  if (current?.project.status === 'archived') return <ArchivedProjectBanner />
  return current?.organization.role === 'viewer' ? <ViewerBanner organization={current.organization} /> : null
}

/**
 * Moves the focus to a new screen. If the URL has no hash, also scrolls to the top. For the first screen, the browser
 * decides where the focus is.
 */
function useFocusOnNavigation(pathname: string, hash: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (hash === '') window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return main
}

const cookieName = 'linkshelf_sidebar'
const sevenDaysSeconds = 7 * 24 * 60 * 60

/** Returns the state of the sidebar, which is open by default. The user's choice is stored for seven days. */
function useSidebar(): { isCollapsed: boolean; toggle: () => void } {
  const [isCollapsed, setCollapsed] = useState(() => readCookie(cookieName) === 'collapsed')

  return {
    isCollapsed,
    toggle: () => {
      writeCookie(cookieName, isCollapsed ? 'open' : 'collapsed', sevenDaysSeconds)
      setCollapsed(!isCollapsed)
    },
  }
}

/**
 * The footer of every page: status, terms, feedback and social links. `draft` is feedback that was typed but not sent.
 */
function Footer({ draft }: { draft: RefObject<FeedbackDraft> }) {
  return (
    <footer className={classes.footer}>
      <StatusWidget />
      <div className={classes.ways}>
        <TermsLink className={classes.way} />
        <PrivacyLink className={classes.way} />
        <button
          type="button"
          className={classes.way}
          aria-haspopup="dialog"
          onClick={(event) => openFeedbackDialog(event.currentTarget, draft)}
        >
          Contact &amp; Feedback
        </button>
        <SocialLinks />
      </div>
    </footer>
  )
}

const CommandPalette = createLazyComponent(() => import('../command-palette/command-palette.tsx').then((module) => module.CommandPalette))
/**
 * Preloads the palette, except on phones. Phones have no keys that open the palette, so they load it when it is opened.
 */
const preloaded = window.matchMedia('(hover: hover)').matches ? [CommandPalette] : []

interface PaletteOutletProps {
  /** Set to a function that opens or closes the palette. */
  toggle: RefObject<(() => void) | null>
  draft: RefObject<FeedbackDraft>
}

/**
 * Renders the command palette. The palette's state is in this component and not in the layout, so that a key press that
 * opens the palette does not render the layout again.
 */
function PaletteOutlet({ toggle, draft }: PaletteOutletProps) {
  const [toggles, setToggles] = useState(0)
  useImperativeHandle(toggle, () => () => setToggles((before) => before + 1), [])
  usePreload(preloaded)

  if (toggles === 0) return null
  return (
    <LazyBoundary onError={() => setToggles(0)}>
      <CommandPalette toggles={toggles} draft={draft} />
    </LazyBoundary>
  )
}
