import '@fontsource-variable/inter/index.css'
import './ui/mantine-styles.ts'
import 'virtual:theme.css'
import './ui/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { broadcastChanges } from './api/broadcast-changes.ts'
import { removeEarlyCalls } from './api/early-call.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { removeSharedPage } from './features/links/create/new-link-panel-state.ts'
import { removeStoredOrganizations, restoreOrganizations } from './features/organizations/stored-organizations.ts'
import { removeStoredSelection } from './features/organizations/stored-selection.ts'
import { prefetchScreen } from './prefetch-screen.ts'
import { preloadBeforeNavigation } from './preload-screen.ts'
import { preloadScreen } from './routes.tsx'
import { onSessionEnd, syncAcrossTabs } from './session/session.ts'
import { readStoredSession } from './session/stored-session.ts'
import { waitForStyleSheets } from './ui/browser/wait-for-style-sheets.ts'
import { reportUnhandledRejections } from './unhandled-rejections.ts'

// Starts in a new task, because the task that evaluates the code is already long on a phone.
setTimeout(start)

function start(): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no element with the id root')

  const queryClient = createQueryClient()
  syncAcrossTabs()
  broadcastChanges(queryClient)
  restoreOrganizations(queryClient, () => readStoredSession()?.userId)
  reportUnhandledRejections()
  onSessionEnd(() => {
    queryClient.clear()
    removeStoredSelection()
    removeStoredOrganizations()
    removeSharedPage()
    removeEarlyCalls()
  })

  prefetchScreen(queryClient, window.location)
  preloadBeforeNavigation(preloadScreen)

  // The code of the screen is loaded before the first render. Otherwise a fallback would replace the frame of
  // index.html, and the screen's calls would start later.
  void Promise.all([preloadScreen(window.location.pathname), waitForStyleSheets()]).then(() =>
    // A transition renders in short tasks. The frame in index.html stays on screen until the transition is done.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <BrowserRouter>
            <App queryClient={queryClient} />
          </BrowserRouter>
        </StrictMode>,
      ),
    ),
  )
}
